"""The paths below /pdb/query/v4, and the queries that they stand for.

find_path("/nodes/huey/facts/os")       facts, with clauses for certname and name
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Clause = list[object]

_GLOBAL = (
    "optimize_drop_unused_joins",
    "include_facts_expiration",
    "include_package_inventory",
    "explain",
    "origin",
)
_PRETTY = (*_GLOBAL, "pretty")
_TYPICAL = (*_PRETTY, "query", "limit", "offset", "order_by", "include_total")
_DISTINCT = ("distinct_resources", "distinct_start_time", "distinct_end_time")
_COUNTS = ("counts_filter", "count_by", *_DISTINCT)

# Entities whose endpoint takes no more than a query, and whether it shows active nodes only.
_PLAIN = {
    "fact-contents": ("fact_contents", True),
    "fact-paths": ("fact_paths", False),
    "fact-names": ("fact_names", False),
    "inventory": ("inventory", True),
    "edges": ("edges", True),
    "packages": ("packages", False),
    "catalog-inputs": ("catalog_inputs", True),
    "catalog-input-contents": ("catalog_input_contents", True),
    "policy-runs": ("policy_runs", True),
    "promises": ("promises", True),
    "policy-classes": ("policy_classes", True),
}


class UnknownPathError(Exception):
    """A path that no endpoint has."""


class Path:
    """What a path asks for.

    `single`    the kind and the name of the one object that is meant
    `parents`   kinds and names of objects that have to be there
    `part`      a part of a report, which is the answer by itself
    """

    __slots__ = (
        "clauses",
        "entity",
        "is_of_active",
        "optional",
        "parents",
        "part",
        "required",
        "single",
    )

    def __init__(
        self,
        entity: str,
        *,
        is_of_active: bool = False,
        optional: Sequence[str] = _TYPICAL,
        required: Sequence[str] = (),
    ) -> None:
        self.entity = entity
        self.is_of_active = is_of_active
        self.optional = optional
        self.required = required
        self.clauses: list[Clause] = []
        self.parents: list[tuple[str, str]] = []
        self.single: tuple[str, str] | None = None
        self.part = ""

    @property
    def is_fact_names(self) -> bool:
        """Return whether the answer is a list of names."""
        return self.entity == "fact_names"

    def where(self, field: str, value: str) -> Path:
        """Add a clause."""
        self.clauses.append(["=", field, value])
        return self

    def below(self, kind: str, name: str) -> Path:
        """Add an object that has to be there."""
        self.parents.insert(0, (kind, name))
        return self


def find_path(text: str) -> Path:
    """Return what a path asks for. Raises UnknownPathError."""
    names = [name for name in text.split("/") if name]
    if not names:
        return Path("", optional=(*_TYPICAL, "ast_only"), required=("query",))
    first, *rest = names
    if first in _PLAIN and not rest:
        entity, is_of_active = _PLAIN[first]
        return Path(entity, is_of_active=is_of_active)
    read = _READERS.get(first)
    found = read(rest) if read else None
    if found is None:
        raise UnknownPathError(f"there is no endpoint {text}")
    return found


def _single(entity: str, kind: str, field: str, name: str, optional: Sequence[str]) -> Path:
    found = Path(entity, optional=optional).where(field, name)
    found.single = (kind, name)
    return found


def _nodes(rest: list[str]) -> Path | None:
    if not rest:
        return Path("nodes", is_of_active=True)
    node, *rest = rest
    if not rest:
        return _single("nodes", "node", "certname", node, _TYPICAL)
    read = {"facts": _facts, "resources": _resources}.get(rest[0])
    found = read(rest[1:]) if read else None
    return found.where("certname", node).below("node", node) if found else None


def _facts(rest: list[str]) -> Path | None:
    if len(rest) > 2:
        return None
    found = Path("facts", is_of_active=True)
    for field, value in zip(("name", "value"), rest, strict=False):
        found.where(field, value)
    return found


def _resources(rest: list[str]) -> Path | None:
    found = Path("resources", is_of_active=True)
    if rest:
        found.where("type", rest[0])
    if len(rest) == 2:
        found.where("title", rest[1])
    elif len(rest) > 2:
        # The slash in front of the path of a file is one of the path of the URL, too.
        title = "/".join(rest[1:])
        found.clauses.append(["in", "title", ["array", [title, f"/{title}"]]])
    return found


def _factsets(rest: list[str]) -> Path | None:
    if not rest:
        return Path("factsets", is_of_active=True)
    if len(rest) == 1:
        return _single("factsets", "factset", "certname", rest[0], _TYPICAL)
    if rest[1:] == ["facts"]:
        return Path("factsets").where("certname", rest[0]).below("factset", rest[0])
    return None


def _catalogs(rest: list[str]) -> Path | None:
    if not rest:
        return Path("catalogs")
    node, *rest = rest
    if not rest:
        return _single("catalogs", "catalog", "certname", node, _TYPICAL)
    if rest == ["edges"]:
        found: Path | None = Path("edges", is_of_active=True)
    elif rest[0] == "resources":
        found = _resources(rest[1:])
    else:
        return None
    return found.where("certname", node).below("catalog", node) if found else None


def _reports(rest: list[str]) -> Path | None:
    if not rest:
        return Path("reports")
    if len(rest) != 2:
        return None
    report, part = rest
    if part == "events":
        found = Path("events", optional=(*_TYPICAL, *_DISTINCT)).where("report", report)
    elif part in ("metrics", "logs"):
        found = Path("reports", optional=_PRETTY)
        found.part = part
    else:
        return None
    return found.below("report", report)


def _events(rest: list[str]) -> Path | None:
    return None if rest else Path("events", optional=(*_TYPICAL, *_DISTINCT))


def _event_counts(rest: list[str]) -> Path | None:
    if rest:
        return None
    return Path("event_counts", optional=(*_TYPICAL, *_COUNTS), required=("summarize_by",))


def _aggregate_event_counts(rest: list[str]) -> Path | None:
    if rest:
        return None
    optional = (*_GLOBAL, "query", *_COUNTS)
    return Path("aggregate_event_counts", optional=optional, required=("summarize_by",))


def _package_inventory(rest: list[str]) -> Path | None:
    if not rest:
        return Path("package_inventory", is_of_active=True)
    return Path("package_inventory").where("certname", rest[0]) if len(rest) == 1 else None


def _named(kind: str, inner: dict[str, Callable[[list[str]], Path | None]]) -> object:
    """Return the reader of the paths below an environment or a producer."""

    def read(rest: list[str]) -> Path | None:
        if not rest:
            return Path(f"{kind}s")
        name, *rest = rest
        if not rest:
            return _single(f"{kind}s", kind, "name", name, _PRETTY)
        below = inner.get(rest[0])
        found = below(rest[1:]) if below else None
        return found.where(kind, name).below(kind, name) if found else None

    return read


_READERS: dict[str, Callable[[list[str]], Path | None]] = {
    "nodes": _nodes,
    "facts": _facts,
    "factsets": _factsets,
    "resources": _resources,
    "catalogs": _catalogs,
    "reports": _reports,
    "events": _events,
    "event-counts": _event_counts,
    "aggregate-event-counts": _aggregate_event_counts,
    "package-inventory": _package_inventory,
    "environments": _named(  # type: ignore[dict-item]
        "environment",
        {"facts": _facts, "resources": _resources, "reports": _reports, "events": _events},
    ),
    "producers": _named(  # type: ignore[dict-item]
        "producer", {"factsets": _factsets, "catalogs": _catalogs, "reports": _reports}
    ),
}
