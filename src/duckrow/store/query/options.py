"""The options of a query beside the query itself, as the parameters of a request have them."""

from __future__ import annotations

from duckrow.store.query.check import written
from duckrow.store.query.errors import QueryError
from duckrow.store.query.times import time_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Options:
    """How a query is ordered, cut and counted."""

    __slots__ = (
        "count_by",
        "counts_filter",
        "distinct",
        "has_total",
        "inactive_since",
        "limit",
        "offset",
        "order_by",
        "summarize_by",
        "variant",
    )

    def __init__(self) -> None:
        self.limit: int | None = None
        self.offset: int | None = None
        self.order_by: Sequence[tuple[str, bool]] = ()
        self.has_total = False
        self.summarize_by: str | None = None
        self.count_by: str | None = None
        self.counts_filter: object = None
        self.distinct: tuple[int, int] | None = None  # from, until
        self.inactive_since = 0
        self.variant = ""  # of the entity: one with more fields


def is_true(value: object) -> bool:
    """Return whether a parameter is true."""
    return value is True or (isinstance(value, str) and value.lower() == "true")


def read_options(parameters: Mapping[str, object]) -> Options:
    """Return the options that parameters of a request ask for; `order_by` is not text any more."""
    options = Options()
    if parameters.get("order_by") is not None:
        options.order_by = _order_by(parameters["order_by"])
    if parameters.get("limit") is not None:
        options.limit = _number(parameters["limit"], "limit", 1, "positive non-zero")
    if parameters.get("offset") is not None:
        options.offset = _number(parameters["offset"], "offset", 0, "non-negative")
    options.has_total = is_true(parameters.get("include_total"))
    options.summarize_by = _text(parameters, "summarize_by")
    options.count_by = _text(parameters, "count_by")
    options.counts_filter = parameters.get("counts_filter")
    options.distinct = _distinct(parameters)
    return options


def _text(parameters: Mapping[str, object], name: str) -> str | None:
    value = parameters.get(name)
    if value is None or isinstance(value, str):
        return value
    raise QueryError(f"Illegal value '{written(value)}' for :{name}; expected a string.")


def _number(value: object, name: str, least: int, kind: str) -> int:
    found: int | None = None
    if isinstance(value, int) and not isinstance(value, bool):
        found = value
    elif isinstance(value, str) and len(value) < 19:
        digits = value[1:] if value[:1] in ("-", "+") else value
        found = int(value) if digits.isascii() and digits.isdecimal() else None
    if found is None or found < least:
        shown = value if isinstance(value, str) else written(value)
        raise QueryError(f"Illegal value '{shown}' for :{name}; expected a {kind} integer.")
    return found


def _order_by(value: object) -> list[tuple[str, bool]]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        shown = value if isinstance(value, str) else _as_map(value)
        raise QueryError(f"Illegal value '{shown}' for :order_by; expected an array of maps.")
    for each in value:
        for key in each:
            if key not in ("field", "order"):
                raise QueryError(
                    f"Illegal value '{_as_map(each)}' in :order_by; unknown key '{key}'."
                )
    found = []
    for each in value:
        if "field" not in each:
            raise QueryError(
                f"Illegal value '{_as_map(each)}' in :order_by; missing required key field."
            )
        order = each.get("order")
        if order is not None and str(order).lower() not in ("asc", "desc"):
            raise QueryError(
                f"Illegal value '{_as_map(each)}' in :order_by;"
                " 'order' must be either 'asc' or 'desc'"
            )
        found.append((str(each["field"]), str(order).lower() == "desc"))
    return found


def _as_map(value: object) -> str:
    """Return a value as the reference's messages show one whose keys are keywords."""
    if isinstance(value, dict):
        pairs = ", ".join(f":{key} {written(of)}" for key, of in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, list):
        return f"[{' '.join(_as_map(each) for each in value)}]"
    return written(value)


def _distinct(parameters: Mapping[str, object]) -> tuple[int, int] | None:
    names = ("distinct_resources", "distinct_start_time", "distinct_end_time")
    given = [name for name in names if name in parameters]
    if not given:
        return None
    if given == list(names[1:]):
        raise QueryError(
            "'distinct_resources' query parameter must accompany parameters"
            " 'distinct_start_time' and 'distinct_end_time'"
        )
    if len(given) < 3:
        raise QueryError(
            "'distinct_resources' query parameter requires accompanying parameters"
            " 'distinct_start_time' and 'distinct_end_time'"
        )
    start, end = (time_of(parameters[name]) for name in names[1:])
    if start is None or end is None:
        shown = " ".join(str(parameters[name]) for name in names[1:])
        raise QueryError(
            "query parameters 'distinct_start_time' and 'distinct_end_time' must be valid datetime"
            f" strings: {shown}"
        )
    return (start, end) if is_true(parameters["distinct_resources"]) else None
