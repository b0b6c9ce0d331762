"""Pairs of resources that touch the same thing and that nothing orders.

A thing is a path, a package, a service, a user or a port. Of the resources that touch one thing,
each is compared with the next in the order of the run: if all of these pairs are ordered, all are.
"""

from __future__ import annotations

from itertools import pairwise

from duckrow.explain.answer import Answer, Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph

    Thing = tuple[str, str]

# The attributes of types that name a path they write, besides those of files.
_PATHS = ("path", "target", "creates", "file", "config_file")
_NAMED = {"Package": "package", "Service": "service", "User": "user", "Group": "group"}
_PORTS = ("port", "listen_port")
_PART = "_fragment"  # ends the names of types of parts, from which others put a file together
_SEPARATORS = str.maketrans(dict.fromkeys("'\"|&;<>=()", " "))


def explain_races(graph: ReasonedGraph) -> Answer:
    """Answer which resources touch the same thing without an order."""
    reasons = [_reason(graph, each) for each in races(graph)]
    question = ["races"]
    if not reasons:
        text = "No two resources touch the same path, package, service, user or port unordered."
        return Answer(question, text, is_yes=False)
    count = len(reasons)
    text = f"{count} pair{'' if count == 1 else 's'} of resources touch the same thing unordered."
    hint = "only the order in the manifest decides: an arrow between the two makes it certain"
    return Answer(question, text, reasons, is_yes=True, hint=hint)


class Race:
    """Two resources that touch the same thing, the first one before in the order of the run."""

    __slots__ = ("first", "kind", "name", "second")

    def __init__(self, kind: str, name: str, first: Resource, second: Resource) -> None:
        self.kind = kind
        self.name = name
        self.first = first
        self.second = second

    @property
    def text(self) -> str:
        """Say what the two do."""
        return f"{self.first} and {self.second} touch the {self.kind} {self.name}"


def races(graph: ReasonedGraph) -> Iterator[Race]:
    """Return all pairs that nothing orders."""
    touched: dict[Thing, list[Resource]] = {}
    resources = graph.resources
    paths = {_path(each) for each in resources if each.type == "File"}
    services = {each.title for each in resources if each.type == "Service"}
    for resource in resources:
        for thing in dict.fromkeys(_touches(resource, paths, services)):
            touched.setdefault(thing, []).append(resource)
    for (kind, name), group in touched.items():
        if len(group) < 2 or (kind == "port" and len(set(map(_module, group))) < 2):
            continue
        group.sort(key=lambda each: graph.positions.get(graph.start(each), 0))
        for first, second in pairwise(group):
            if kind == "port" and _module(first) == _module(second):
                continue
            if not _is_ordered(graph, first, second):
                yield Race(kind, name, first, second)
    yield from _services_before_packages(graph)


def _services_before_packages(graph: ReasonedGraph) -> Iterator[Race]:
    """Return services whose turn comes before that of the package of their name."""
    packages = {_own_name(each): each for each in graph.resources if each.type == "Package"}
    for service in graph.resources:
        package = packages.get(_own_name(service)) if service.type == "Service" else None
        if package is None or _is_ordered(graph, service, package):
            continue
        turns = [graph.positions.get(graph.start(each), 0) for each in (service, package)]
        if turns[0] < turns[1]:
            yield Race("service", _own_name(service), service, package)


def _own_name(resource: Resource) -> str:
    return str(resource.get("name") or resource.title)


def _reason(graph: ReasonedGraph, race: Race) -> Reason:
    places = [
        Reason("declaration", f"{each} is declared", graph.recorded.declared_at(each))
        for each in (race.first, race.second)
    ]
    return Reason("race", f"{race.text}, and nothing orders them", None, places)


def _is_ordered(graph: ReasonedGraph, first: Resource, second: Resource) -> bool:
    if graph.is_inside(first, second) or graph.is_inside(second, first):
        return True
    return (
        graph.way(graph.end(first), graph.start(second)) is not None
        or graph.way(graph.end(second), graph.start(first)) is not None
    )


def _path(resource: Resource) -> str:
    return str(resource.get("path") or resource.title).rstrip("/")


def _touches(resource: Resource, paths: set[str], services: set[str]) -> Iterator[Thing]:
    """Return the things that a resource touches."""
    if resource.type in _NAMED:
        yield _NAMED[resource.type], _own_name(resource)
    elif resource.type == "File":
        yield "path", _path(resource)
    elif resource.type == "Exec":
        yield from _command(resource, paths, services)
    elif resource.definition is None and not resource.type.endswith(_PART):
        for name in _PATHS:
            value = resource.get(name)
            if isinstance(value, str) and value.startswith("/"):
                yield "path", value.rstrip("/")
    elif resource.is_class:
        for name in _PORTS:
            value = resource.get(name)
            if isinstance(value, int | str) and str(value).isdecimal():
                yield "port", str(value)


def _module(resource: Resource) -> str:
    """Return the module of a class; the classes of one share their ports."""
    return resource.title.partition("::")[0]


def _command(resource: Resource, paths: set[str], services: set[str]) -> Iterator[Thing]:
    """Return what a command touches: paths and services of the catalog that it names."""
    creates = resource.get("creates")
    for path in creates if isinstance(creates, list) else [creates]:
        if isinstance(path, str):
            yield "path", path.rstrip("/")
    command = resource.get("command") or resource.title
    line = " ".join(map(str, command)) if isinstance(command, list) else str(command)
    words = line.translate(_SEPARATORS).split()
    for word in words:
        if word.startswith("/") and word.rstrip("/") in paths:
            yield "path", word.rstrip("/")
    if any(word.rpartition("/")[2] in ("systemctl", "service", "invoke-rc.d") for word in words):
        yield from (("service", word) for word in words if word in services)
