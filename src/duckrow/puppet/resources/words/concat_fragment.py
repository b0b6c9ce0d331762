"""Words about the resource type concat_fragment."""

SUMMARY = "A part of a file that is put together."

ATTRIBUTES = {
    "name": "What the fragment is called.",
    "target": "The file that it is part of.",
    "content": "What it holds.",
    "source": "Where its content comes from.",
    "order": "Its place among the fragments.",
    "tag": "The tag by which a file finds it.",
}
