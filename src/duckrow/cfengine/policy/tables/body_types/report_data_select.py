"""Attributes of bodies of the kind report_data_select."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
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
}
