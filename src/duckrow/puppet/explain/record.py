"""Record a compile: the facts about it that the finished catalog does not hold.

    record = Record()
    result = compile_catalog(environment, node, listener=record)

Variables never change, so most questions can be answered from the finished scopes and the source
texts. What is recorded is lost otherwise: the order of evaluation, who includes a class, what a
collector asks, where a statement runs and with which local variables.

Invariants:
 1. A site is the means to find a location later: code, instruction and globals of a frame.
 2. Each event adds a bounded number of entries, so a record grows with the catalog.
 3. Each entry has the number of variables of the running body. They stay in the order in which they
    were set, so `assignments` finds the time of an assignment that nobody told of.
"""

from __future__ import annotations

import sys

from duckrow.puppet.catalog.bodies import evaluate
from duckrow.puppet.catalog.start import evaluate_main
from duckrow.puppet.runtime.location import MARK
from duckrow.puppet.runtime.variables import UNSET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType, FrameType
    from typing import Any

    from duckrow.puppet.catalog.collectors import Collector
    from duckrow.puppet.catalog.relationships import Relationship
    from duckrow.puppet.catalog.resource import Origin, Resource
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.values.sensitive import Sensitive

    Site = tuple[CodeType, int, dict[str, object]]
    Locals = dict[str, list[object]]  # the variables of blocks, by name; the innermost one last
    Frames = tuple[dict[str, object], ...]  # the locals of blocks, by their names in Python

# How a class comes into the catalog.
INCLUDE, DECLARE, INHERIT, CLASSIFIER = "include", "declare", "inherit", "classifier"
# The deepest stack of frames that is recorded for a statement.
_MOST_FRAMES = 200
# The functions that run the bodies of classes, defines and nodes, and the main manifest.
_RUN_BODY, _RUN_MAIN = evaluate.__code__, evaluate_main.__code__
_count = dict.__len__  # does not resolve facts
_LEFT = "left"  # marks the end of a body in the log
_WIDTH = 5  # of an entry in the log


class Step:
    """One step of the evaluation: a resource is declared, or its body is evaluated."""

    __slots__ = ("event", "resource", "round", "site")

    def __init__(self, event: str, resource: Resource, round_: int, site: Site | None) -> None:
        self.event = event
        self.resource = resource
        self.round = round_
        self.site = site


class Declared:
    """Where a resource is declared, or a statement runs: its frames, innermost first, with locals.

    The locals of the body itself are in its scope.
    """

    __slots__ = ("_frames", "round", "sites", "time")

    def __init__(self, time: int, round_: int, sites: tuple[Site, ...], frames: Frames) -> None:
        self.time = time  # see the log of the record
        self.round = round_
        self.sites = sites
        self._frames = frames

    def locals(self, numbers: Iterable[int]) -> Locals:
        """Return the variables of the blocks of one body: for each name, the innermost one last.

        See `compiler.frames` for their names in Python.
        """
        found: Locals = {}
        known = [number for number in numbers if number < len(self._frames)]
        # The frame of a block knows only those variables of the blocks around it that it uses.
        frame = {
            python: value for number in known for python, value in self._frames[number].items()
        }
        for python, value in sorted(frame.items(), key=_number):
            name, _, digits = python.rpartition("_")
            if name and digits.isdecimal() and value is not UNSET:
                found.setdefault(name, []).append(value)
        return found


def _number(item: tuple[str, object]) -> int:
    digits = item[0].rpartition("_")[2]
    return int(digits) if digits.isdecimal() else 0


class Inclusion:
    """One statement that includes a class, and the resource whose body it is part of."""

    __slots__ = ("by", "how", "name", "sites")

    def __init__(
        self, name: str, how: str, by: Resource | None, sites: tuple[Site, ...] = ()
    ) -> None:
        self.name = name
        self.how = how
        self.by = by
        self.sites = sites


class Collection:
    """A collector or a call of realize: what it asks for, where, and what it found when."""

    __slots__ = ("by", "collector", "found", "query", "sites")

    def __init__(
        self, collector: Collector, query: object, by: Resource | None, sites: tuple[Site, ...]
    ) -> None:
        self.collector = collector
        self.query = query
        self.by = by
        self.sites = sites
        self.found: list[tuple[int, Resource]] = []  # with the round


class Record:
    """The listener of one compile."""

    __slots__ = (
        "_declared",
        "_events",
        "_log",
        "_more",
        "_running",
        "_variables",
        "again",
        "arrows",
        "assigned",
        "collections",
        "contained",
        "declaring",
        "entered",
        "flowed",
        "given",
        "inclusions",
        "looked_up",
        "manifests",
        "overridden",
        "replaced",
        "required",
        "round",
        "scopes",
        "secrets",
        "statements",
    )

    def __init__(self) -> None:
        self._events: dict[str, Callable[..., None]] = {
            "round": self._round,
            "evaluated": self._evaluated,
            "entered": self._entered,
            "left": self._left,
            "manifest": self._manifest,
            "replaced": self._replaced,
            "looked up": self._looked_up,
            "included": self._included,
            "inherited": self._inherited,
            "contained": self._contained,
            "required": self._required,
            "collector": self._collector,
            "collected": self._collected,
            "stated": self._stated,
            "overridden": self._overridden,
            "flowed": self._flowed,
            "related": self._related,
            "secret": self._secret,
            "declared again": self._declared_again,
            "started again": self._started_again,
        }
        self.secrets: list[Sensitive] = []  # all that code makes, those of blocks too
        self._begin()

    def _begin(self) -> None:
        self.round = 0
        # The steps, as one flat list, since objects of their own would cost most of the time: a
        # resource, the round, of a declaration its sites and the locals of their frames, and the
        # number of variables of the running body. The time of an event is the place of its entry;
        # a statement and an assignment have one only for the sake of time.
        self._log: list[Any] = []
        self._variables: dict[str, object] = {}  # of the running body
        self._running: list[dict[str, object]] = [self._variables]
        self._declared: dict[Resource, Declared] | None = None
        # Further declarations of a resource, where a rule allows them, and where they are.
        self.again: dict[Resource, list[Resource]] = {}
        self._more: dict[Resource, Declared] = {}
        # What the last statement declares; the compile fails if there is such a resource.
        self.declaring: Resource | None = None
        self.inclusions: dict[str, list[Inclusion]] = {}
        self.collections: dict[Collector, Collection] = {}
        self.scopes: dict[Resource, Scope] = {}
        self.entered: dict[Resource, int] = {}  # the time at which a body begins
        # Where the statement starts that set a variable, if several ones of the body may do so.
        self.assigned: dict[tuple[Resource, str], int] = {}
        # Variables in the place of legacy facts, with their times.
        self.replaced: dict[tuple[Resource, str], tuple[Site | None, int]] = {}
        # The files of the main manifest, each with the number of variables before it.
        self.manifests: list[tuple[int, str | None]] = []
        # Parameters of a body: given by its declaration, or found in the data.
        self.given: dict[Resource, list[str]] = {}
        self.looked_up: dict[Resource, list[str]] = {}
        # The statements of overrides, collectors and defaults, and their scopes.
        self.statements: dict[object, tuple[Declared, Scope]] = {}
        # Who else set an attribute: overrides and collectors, and containers.
        self.overridden: dict[tuple[Resource, str], list[Origin]] = {}
        self.flowed: dict[tuple[Resource, str], Resource] = {}
        self.contained: dict[tuple[Resource, Resource], Site | None] = {}
        self.required: dict[tuple[Resource, Resource], Site | None] = {}
        self.arrows: dict[tuple[Resource, Resource, str], list[Relationship]] = {}

    def __call__(self, event: str, *about: object) -> None:
        """Hear of an event."""
        if event == "declared":  # by far the most frequent
            resource: Resource = about[0]  # type: ignore[assignment]
            sites, frames = running_sites(sys._getframe(3))
            self._log += (resource, self.round, sites, frames, _count(self._variables))
            self.declaring = resource
            if resource.type == "Class":
                self._class_declared(resource, sites)
            return
        if event == "assigned":
            scope, name, start = about
            self.assigned[scope.resource, name] = start  # type: ignore[attr-defined,index,assignment]
            return
        heard = self._events.get(event)
        if heard is not None:
            heard(*about)

    @property
    def steps(self) -> list[Step]:
        """All steps, in their order."""
        log = self._log
        return [
            Step("evaluated" if sites is None else "declared", resource, round_, _first(sites))
            for resource, round_, sites, inside in zip(
                log[::_WIDTH], log[1::_WIDTH], log[2::_WIDTH], log[3::_WIDTH], strict=True
            )
            if sites is not None or type(inside) is int
        ]

    def declaration(self, resource: Resource) -> Declared | None:
        """Return where a resource is declared."""
        if self._declared is None:
            log = self._log
            self._declared = {
                log[at]: Declared(at, *log[at + 1 : at + 4])
                for at in range(0, len(log), _WIDTH)
                if log[at + 2] is not None
            }
        return self._declared.get(resource) or self._more.get(resource)

    def counts(self) -> dict[Resource, tuple[list[int], list[int]]]:
        """Return at which times each body had how many variables."""
        found: dict[Resource, tuple[list[int], list[int]]] = {}
        running: list[tuple[list[int], list[int]]] = [([], [])]
        log = self._log
        for at in range(0, len(log), _WIDTH):
            resource, _, _, inside, count = log[at : at + _WIDTH]
            times, counts = running[-1]
            times.append(at)
            counts.append(count)
            if type(inside) is int:
                found[resource] = [at], [inside]
                running.append(found[resource])
            elif inside is _LEFT:
                running.pop()
                times, counts = running[-1]
                times.append(at)
                counts.append(counts[-1])
        return found

    def site(self, resource: Resource) -> Site | None:
        """Return the site of the statement that declares a resource."""
        found = self.declaration(resource)
        return None if found is None else _first(found.sites)

    # ---- events

    def _round(self, number: int) -> None:
        self.round = number

    def _class_declared(self, resource: Resource, sites: tuple[Site, ...]) -> None:
        if resource.definition is None:
            return
        name = resource.definition.name
        if resource.kind == "class" and name:
            self._add(Inclusion(name, DECLARE, resource.scope.resource, sites))
        elif name and name not in self.inclusions:
            self._add(Inclusion(name, CLASSIFIER, resource.scope.resource))

    def _add(self, inclusion: Inclusion) -> None:
        self.inclusions.setdefault(inclusion.name, []).append(inclusion)

    def _evaluated(self, resource: Resource) -> None:
        given = [name for name, value in resource.parameters.items() if value is not None]
        self.given[resource] = given

    def _entered(self, resource: Resource, scope: Scope) -> None:
        # Now its code runs; that of a class that it inherits from has run before.
        variables = scope.variables
        self.scopes[resource] = scope
        self.entered[resource] = len(self._log)
        inside, outside = _count(variables), _count(self._variables)
        self._log += (resource, self.round, None, inside, outside)
        self._variables = variables
        self._running.append(variables)

    def _left(self, resource: Resource) -> None:
        self._log += (resource, 0, None, _LEFT, _count(self._variables))
        self._running.pop()
        self._variables = self._running[-1]

    def _manifest(self, definition: Definition) -> None:
        self.manifests.append((_count(self._variables), definition.file))

    def _replaced(self, scope: Scope, name: str) -> None:
        self.replaced[scope.resource, name] = running_site(sys._getframe(1)), self._moment()

    def _moment(self) -> int:
        """Return the time of what happens now."""
        time = len(self._log)
        self._log += (None, 0, None, None, _count(self._variables))
        return time

    def _looked_up(self, resource: Resource, names: list[str]) -> None:
        self.looked_up[resource] = names

    def _included(self, name: str, scope: Scope) -> None:
        sites, _ = running_sites(sys._getframe(2))
        how = INCLUDE if sites else CLASSIFIER
        self._add(Inclusion(name, how, scope.resource, sites))

    def _inherited(self, name: str, resource: Resource) -> None:
        self._add(Inclusion(name, INHERIT, resource))

    def _contained(self, resource: Resource, container: Resource) -> None:
        self.contained.setdefault((resource, container), running_site(sys._getframe(1)))

    def _required(self, resource: Resource, dependent: Resource) -> None:
        self.required.setdefault((resource, dependent), running_site(sys._getframe(1)))

    def _collector(self, collector: Collector, query: object, scope: Scope) -> None:
        sites, _ = running_sites(sys._getframe(2))
        self.collections[collector] = Collection(collector, query, scope.resource, sites)

    def _collected(self, collector: Collector, resources: list[Resource]) -> None:
        found = self.collections[collector].found
        found += [(self.round, resource) for resource in resources]

    def _stated(self, what: object, scope: Scope) -> None:
        sites, frames = running_sites(sys._getframe(2))
        self.statements[what] = Declared(self._moment(), self.round, sites, frames), scope

    def _overridden(self, resource: Resource, name: str, origin: Origin) -> None:
        self.overridden.setdefault((resource, name), []).append(origin)

    def _flowed(self, resource: Resource, name: str, container: Resource) -> None:
        self.flowed[resource, name] = container

    def _related(self, source: Resource, target: Resource, kind: str, arrow: Relationship) -> None:
        self.arrows.setdefault((source, target, kind), []).append(arrow)

    def _secret(self, value: Sensitive) -> None:
        self.secrets.append(value)

    def _declared_again(self, resource: Resource, declaration: Resource) -> None:
        sites, frames = running_sites(sys._getframe(2))
        self.again.setdefault(resource, []).append(declaration)
        self._more[declaration] = Declared(self._moment(), self.round, sites, frames)

    def _started_again(self, _reason: str) -> None:
        self._begin()


def _first(sites: tuple[Site, ...] | None) -> Site | None:
    return sites[0] if sites else None


def running_site(frame: FrameType | None) -> Site | None:
    """Return the site of the innermost manifest that is running."""
    while frame is not None:
        if MARK in frame.f_globals:
            return frame.f_code, frame.f_lasti, frame.f_globals
        frame = frame.f_back
    return None


def running_sites(frame: FrameType | None) -> tuple[tuple[Site, ...], Frames]:
    """Return the sites of the running statement in a body, innermost first, with their locals.

    The outermost is in the body itself; others are in blocks and functions that it calls.
    """
    # Written out instead of in functions: most of the time of a record is spent here.
    while frame is not None and MARK not in frame.f_globals:
        code = frame.f_code
        if code is _RUN_BODY or code is _RUN_MAIN:
            return (), ()
        frame = frame.f_back
    if frame is None:
        return (), ()
    sites: tuple[Site, ...] = ((frame.f_code, frame.f_lasti, frame.f_globals),)
    frames: Frames = ()
    inner, outer = frame, frame.f_back
    while outer is not None:
        code = outer.f_code
        if code is _RUN_BODY or code is _RUN_MAIN or len(frames) == _MOST_FRAMES:
            break
        if MARK in outer.f_globals:
            frames += (dict(inner.f_locals),)
            sites += ((code, outer.f_lasti, outer.f_globals),)
            inner = outer
        outer = outer.f_back
    return sites, frames
