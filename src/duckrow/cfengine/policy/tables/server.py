"""The promise types of server and monitor bundles and their bodies."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BOOLEAN, COUNT

PROMISE_TYPES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "access": {
        "admit": ("slist", ANYTHING),
        "admit_hostnames": ("slist", ANYTHING),
        "admit_ips": ("slist", ANYTHING),
        "admit_keys": ("slist", ANYTHING),
        "deny": ("slist", ANYTHING),
        "deny_hostnames": ("slist", ANYTHING),
        "deny_ips": ("slist", ANYTHING),
        "deny_keys": ("slist", ANYTHING),
        "ifencrypted": ("option", BOOLEAN),
        "maproot": ("slist", ANYTHING),
        "report_data_select": ("body", None),
        "resource_type": ("option", "path,literal,context,query,variable,bundle"),
        "shortcut": ("string", ANYTHING),
    },
    "measurements": {
        "data_type": ("option", "counter,int,real,string,slist"),
        "history_type": ("option", "weekly,scalar,static,log"),
        "match_value": ("body", None),
        "stream_type": ("option", "pipe,file"),
        "units": ("string", ANYTHING),
    },
    "roles": {
        "authorize": ("slist", ANYTHING),
    },
}

BODIES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "match_value": {
        "extraction_regex": ("string", ANYTHING),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "select_line_matching": ("string", ANY_TEXT),
        "select_line_number": ("int", COUNT),
        "select_multiline_policy": ("option", "average,sum,first,last"),
        "track_growing_file": ("option", BOOLEAN),
    },
    "report_data_select": {
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "metatags_exclude": ("slist", ANY_TEXT),
        "metatags_include": ("slist", ANY_TEXT),
        "monitoring_exclude": ("slist", ANY_TEXT),
        "monitoring_include": ("slist", ANY_TEXT),
        "promise_handle_exclude": ("slist", ANY_TEXT),
        "promise_handle_include": ("slist", ANY_TEXT),
        "classes_exclude": ("slist", ANY_TEXT, "removed"),
        "classes_include": ("slist", ANY_TEXT, "removed"),
        "promise_notkept_log_exclude": ("slist", ANY_TEXT, "removed"),
        "promise_notkept_log_include": ("slist", ANY_TEXT, "removed"),
        "promise_repaired_log_exclude": ("slist", ANY_TEXT, "removed"),
        "promise_repaired_log_include": ("slist", ANY_TEXT, "removed"),
        "variables_exclude": ("slist", ANY_TEXT, "removed"),
        "variables_include": ("slist", ANY_TEXT, "removed"),
    },
}
