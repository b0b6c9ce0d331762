"""Words about the resource type anchor."""

SUMMARY = "A point that others can be ordered by."

ATTRIBUTES = {
    "name": "What it is called.",
}
