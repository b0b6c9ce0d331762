"""Words about the resource type whit."""

SUMMARY = "A mark in the order of a run; made by the run itself."

ATTRIBUTES = {
    "name": "The name of the mark.",
}
