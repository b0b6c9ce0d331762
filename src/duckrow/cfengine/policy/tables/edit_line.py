"""The promise types of edit_line bundles and their bodies."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN

PROMISE_TYPES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "delete_lines": {
        "delete_select": ("body", None),
        "not_matching": ("option", BOOLEAN),
    },
    "field_edits": {
        "edit_field": ("body", None),
    },
    "insert_lines": {
        "expand_scalars": ("option", BOOLEAN),
        "insert_select": ("body", None),
        "insert_type": (
            "option",
            "literal,string,file,file_preserve_block,preserve_block,preserve_all_lines",
        ),
        "location": ("body", None),
        "whitespace_policy": (
            "olist",
            "ignore_leading,ignore_trailing,ignore_embedded,exact_match",
        ),
    },
    "replace_patterns": {
        "replace_with": ("body", None),
    },
}

BODIES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "delete_select": {
        "delete_if_contains_from_list": ("slist", ANY_TEXT),
        "delete_if_match_from_list": ("slist", ANY_TEXT),
        "delete_if_not_contains_from_list": ("slist", ANY_TEXT),
        "delete_if_not_match_from_list": ("slist", ANY_TEXT),
        "delete_if_not_startwith_from_list": ("slist", ANY_TEXT),
        "delete_if_startwith_from_list": ("slist", ANY_TEXT),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
    },
    "edit_field": {
        "allow_blank_fields": ("option", BOOLEAN),
        "extend_fields": ("option", BOOLEAN),
        "field_operation": ("option", "prepend,append,alphanum,delete,set"),
        "field_separator": ("string", ANY_TEXT),
        "field_value": ("string", ANY_TEXT),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "select_field": ("int", "0,99999999"),
        "start_fields_from_zero": ("option", BOOLEAN),
        "value_separator": ("string", "^.$"),
    },
    "insert_select": {
        "inherit_from": ("body", None),
        "insert_if_contains_from_list": ("slist", ANY_TEXT),
        "insert_if_match_from_list": ("slist", ANY_TEXT),
        "insert_if_not_contains_from_list": ("slist", ANY_TEXT),
        "insert_if_not_match_from_list": ("slist", ANY_TEXT),
        "insert_if_not_startwith_from_list": ("slist", ANY_TEXT),
        "insert_if_startwith_from_list": ("slist", ANY_TEXT),
        "meta": ("slist", ANYTHING),
    },
    "location": {
        "before_after": ("option", "before,after"),
        "first_last": ("option", "first,last"),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "select_line_matching": ("string", ANY_TEXT),
    },
    "replace_with": {
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "occurrences": ("option", "all,first"),
        "replace_value": ("string", ANY_TEXT),
    },
    "select_region": {
        "include_end_delimiter": ("option", BOOLEAN),
        "include_start_delimiter": ("option", BOOLEAN),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "select_end": ("string", ANY_TEXT),
        "select_end_match_eof": ("option", BOOLEAN),
        "select_start": ("string", ANY_TEXT),
    },
}
