"""Words about the resource type stage."""

SUMMARY = "A part of the run, for ordering whole classes."

ATTRIBUTES = {
    "name": "What the stage is called.",
}
