"""Words about the resource type notify."""

SUMMARY = "Puts a message in the log."

ATTRIBUTES = {
    "message": "What is said; the title if nothing else is.",
    "withpath": "Whether the path of the resource stands before the message.",
    "name": "A name for the message.",
}
