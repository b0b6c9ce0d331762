"""Attributes of processes promises."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import NAME, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "process_count": ("body", None),
    "process_select": ("body", None),
    "process_stop": ("string", PATH),
    "restart_class": ("string", NAME),
    "signals": (
        "slist",
        "(hup|int|trap|kill|pipe|cont|abrt|stop|quit|term|child|usr1|usr2|bus|segv|[0-9]+s?)",
    ),
}
