"""Words about the resource type ini_setting."""

SUMMARY = "Looks after one setting in a file of sections."

ATTRIBUTES = {
    "ensure": "Whether the setting is in the file.",
    "value": "Its value.",
    "name": "What it is called in the catalog.",
    "section": "The section.",
    "setting": "The name of the setting.",
    "force_new_section_creation": "Whether a missing section is made.",
    "path": "The file.",
    "show_diff": "Whether the log may show the values, their digests or nothing.",
    "key_val_separator": "What stands between name and value.",
    "section_prefix": "What stands before the name of a section.",
    "section_suffix": "What stands behind it.",
    "indent_char": "What lines are indented with.",
    "indent_width": "How far they are indented.",
    "refreshonly": "Whether the value is set only on a refresh.",
}
