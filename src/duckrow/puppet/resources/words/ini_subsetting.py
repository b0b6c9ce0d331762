"""Words about the resource type ini_subsetting."""

SUMMARY = "Looks after one part of a setting in a file of sections."

ATTRIBUTES = {
    "ensure": "Whether the part is there.",
    "value": "Its value.",
    "name": "What it is called in the catalog.",
    "section": "The section.",
    "setting": "The name of the setting.",
    "subsetting": "The name of the part.",
    "subsetting_separator": "What stands between parts.",
    "subsetting_key_val_separator": "What stands between the name of a part and its value.",
    "path": "The file.",
    "show_diff": "Whether the log may show the values, their digests or nothing.",
    "key_val_separator": "What stands between the setting and its value.",
    "quote_char": "What quotes stand around the parts.",
    "use_exact_match": "Whether a part is found by its whole name only.",
    "insert_type": "Where a new part goes: start, end, before, after or index.",
    "insert_value": "What insert_type is about.",
    "delete_if_empty": "Whether a setting without parts is removed.",
}
