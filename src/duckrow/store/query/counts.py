"""How many events there were: event-counts, and aggregate-event-counts over them.

    SELECT n.certname, sum(v.status = 'failure') … FROM resource_events v … GROUP BY n.certname

event-counts counts events for each subject: a node, a resource or a class. With `count_by` certname
it counts nodes instead of events. aggregate-event-counts counts the subjects.
"""

from __future__ import annotations

from duckrow.store.query.ast import read_query
from duckrow.store.query.check import written
from duckrow.store.query.entities import ENTITIES
from duckrow.store.query.errors import QueryError
from duckrow.store.query.plan import Plan
from duckrow.store.query.sql import Writer
from duckrow.store.query.tree import And, LatestOfResources, LatestReport, Select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.store.query.options import Options
    from duckrow.store.query.plan import From
    from duckrow.store.query.rows import Answer, Row
    from duckrow.store.query.words import Words

COUNTS = ("failures", "skips", "successes", "noops")
_STATUSES = ("failure", "skipped", "success", "noop")
_SUBJECTS = {
    "certname": ("certname",),
    "containing_class": ("containing_class",),
    "resource": ("resource_type", "resource_title"),
}


def plan_counts(query: From, options: Options, words: Words) -> Plan:
    """Return the plan of event-counts or aggregate-event-counts."""
    if options.summarize_by is None:
        raise QueryError("Missing required query parameter 'summarize_by'")
    if query.entity == "aggregate_event_counts":
        names = options.summarize_by.split(",")
        statement = Writer(words).finished(
            lambda writer: " UNION ALL ".join(
                _aggregate(name, query, options, writer) for name in names
            )
        )
        return Plan(statement, _aggregate_row)
    name = options.summarize_by

    def write(writer: Writer) -> str:
        return _counted(name, query, options, writer, is_paged=True)

    def count(writer: Writer) -> str:
        text = _counted(name, query, options, writer, is_paged=False)
        return f"SELECT count(*) FROM ({text}) counted"

    total = Writer(words).finished(count) if options.has_total else None
    return Plan(Writer(words).finished(write), _row_maker(name), total)


def events_of(clause: object, options: Options) -> Select:
    """Return the query of events; of the same resource only the latest, if the options say so."""
    entity = ENTITIES["events"]
    select = read_query(entity, clause)
    if options.distinct is not None:
        is_of_latest = isinstance(select.where, LatestReport) and select.where.is_latest
        latest = LatestOfResources(*options.distinct, is_of_latest_report=is_of_latest)
        select.where = latest if select.where is None else And([latest, select.where])
    return select


def _counted(name: str, query: From, options: Options, writer: Writer, *, is_paged: bool) -> str:
    """Return the statement that counts the events of each subject."""
    subjects = _SUBJECTS.get(name)
    if subjects is None:
        raise QueryError(f"Unsupported value for 'summarize_by': '{name}'")
    count_by = options.count_by or "resource"
    if count_by not in ("resource", "certname"):
        raise QueryError(f"Unsupported value for 'count_by': '{count_by}'")
    order = _order(options.order_by, subjects)
    select = events_of(query.clause, options)
    if [field.name for field in select.fields] != list(select.entity.shown):
        raise QueryError("events are counted as a whole: the query cannot extract fields")
    fields = [*subjects, "status"]
    if count_by == "certname":
        fields += ["corrective_change", *(["certname"] if name != "certname" else [])]
    needed: set[str] = set()
    columns = [f"{writer.column(select.entity.columns[each], needed)} AS {each}" for each in fields]
    distinct = "DISTINCT " if count_by == "certname" else ""
    columns[0] = f"{distinct}{columns[0]}"
    events = writer.select(select, columns, needed)
    sums = ", ".join(
        f"sum(CASE WHEN status = '{status}' THEN 1 ELSE 0 END) AS {each}"
        for each, status in zip(COUNTS, _STATUSES, strict=True)
    )
    group = ", ".join(subjects)
    text = f"SELECT {group}, {sums} FROM ({events}) events GROUP BY {group}"
    where = _filter(options.counts_filter, writer)
    if where:
        text = f"SELECT * FROM ({text}) counts WHERE {where}"
    return text + (order + writer.page(options.limit, options.offset) if is_paged else "")


def _order(order_by: Sequence[tuple[str, bool]], subjects: Sequence[str]) -> str:
    columns = (*COUNTS, *subjects)
    terms = []
    for name, is_descending in order_by:
        if name not in columns:
            supported = "', '".join(columns)
            raise QueryError(
                f"Unrecognized column '{name}' specified in :order_by;"
                f" Supported columns are '{supported}'"
            )
        terms.append(f"{name} DESC" if is_descending else name)
    return f" ORDER BY {', '.join(terms)}" if terms else ""


def _filter(clause: object, writer: Writer) -> str:
    """Return the condition of counts_filter: a comparison of a count with a number."""
    if not clause:
        return ""
    if not isinstance(clause, list):
        raise QueryError(f"{written(clause)} is not a clause for counts_filter")
    operator, *arguments = clause
    if operator not in ("=", ">", "<", ">=", "<="):
        raise QueryError(
            f"{written(clause)} is not well-formed: query operator '{operator}' is unknown"
        )
    if len(arguments) != 2:
        raise QueryError(
            f"{operator} requires exactly two arguments, but {len(arguments)} were supplied"
        )
    name, value = arguments
    if name not in COUNTS:
        if operator == "=":
            raise QueryError(f"{name} is not a queryable object for event counts")
        raise QueryError(f"{operator} operator does not support object '{name}' for event counts")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise QueryError(f"counts_filter compares with numbers, not with {written(value)}")
    return f"{name} {operator} {writer.value(value)}"


def _aggregate(name: str, query: From, options: Options, writer: Writer) -> str:
    counted = _counted(name, query, options, writer, is_paged=False)
    sums = ", ".join(f"sum(CASE WHEN {each} > 0 THEN 1 ELSE 0 END)" for each in COUNTS)
    return f"SELECT '{name}', {sums}, count(*) FROM ({counted}) counts"


def _aggregate_row(row: Row) -> Answer:
    names = ("summarize_by", *COUNTS, "total")
    return {
        name: 0 if value is None else _whole(value) for name, value in zip(names, row, strict=True)
    }


def _row_maker(name: str) -> Callable[[Row], Answer]:
    subjects = len(_SUBJECTS[name])

    def make(row: Row) -> Answer:
        subject = {"title": row[subjects - 1]}
        if name == "resource":
            subject = {"type": row[0], "title": row[1]}
        counts = zip(COUNTS, map(_whole, row[subjects:]), strict=True)
        return {"subject_type": name, "subject": subject, **dict(counts)}

    return make


def _whole(value: object) -> object:
    """Return a sum as JSON has it: PostgreSQL adds up whole numbers to decimals."""
    return value if isinstance(value, int | str) else int(value)  # type: ignore[call-overload]
