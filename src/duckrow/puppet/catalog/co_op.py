"""Co-operation without ordering traps: the rules co_op and starting_points.

    include_if_present('a')                 include class a if a module on the path has it
    include_if_present('a', Class['b'])     include class a once Class[b] is in the catalog
    if_present(Class['b']) -> Class['c']    an arrow, if Class[b] is in the finished catalog

The conditions are asked when nothing else is left to do. Resources never leave a catalog, so a
condition that holds goes on to hold, and the order of evaluation has no effect.
"""

from __future__ import annotations

from duckrow.puppet.catalog.classes import include
from duckrow.puppet.catalog.collectors import FixedSetCollector
from duckrow.puppet.catalog.references import find_value, reference_text
from duckrow.puppet.catalog.resource import location_words
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.catalog.rules import Rules
    from duckrow.puppet.runtime.scope import Scope


_CO_OP, _STARTING_POINTS = "co_op", "starting_points"


class PresentCollector(FixedSetCollector):
    """if_present(): the references that are in the finished catalog; it realizes nothing."""

    __slots__ = ("where",)

    def __init__(self, build: Build, references: list[str], where: str) -> None:
        super().__init__(build, references)
        self.where = where  # the location of the call

    def evaluate(self) -> bool:
        found = [find_value(self.build.catalog, each) for each in self.references]
        real = [each for each in found if each is not None and not each.is_virtual]
        self.collected = dict.fromkeys(real)
        return False

    def unresolved(self) -> list[str]:
        return []


def needs_rule(build: Build, function: str) -> Rules:
    """Return the rules of a compile; without co_op the function is an error."""
    if build.rules is None or not build.rules.co_op:
        raise EvaluationError(
            f"{function}() needs the rule co_op", hint="co_op = true in environment.conf"
        )
    return build.rules


def include_if_present(scope: Scope, names: list[str], references: list[object]) -> None:
    """Include the classes that exist, once all references are in the catalog."""
    build: Build = scope.build  # type: ignore[assignment]
    rules = needs_rule(build, "include_if_present")
    rules.present.append((scope.body(), names, flattened(references), _where()))


def if_present(scope: Scope, references: list[object]) -> PresentCollector:
    """Return the operand of an arrow: the references that are in the finished catalog."""
    build: Build = scope.build  # type: ignore[assignment]
    needs_rule(build, "if_present")
    texts = [reference_text(each) for each in flattened(references)]
    collector = PresentCollector(build, texts, _where())
    build.collectors.append(collector)
    return collector


def include_present(build: Build, rules: Rules) -> bool:
    """Include the classes whose conditions hold by now; return whether there are some."""
    ready = [each for each in rules.present if _holds(build, each[2])]
    rules.present = [each for each in rules.present if each not in ready]
    ready.sort(key=lambda each: each[1])
    for scope, names, references, where in ready:
        known = [name for name in names if build.loaders.find_class(_plain(name)) is not None]
        because = ", ".join(map(reference_text, references)) or "its module"
        for name in names:
            is_known = name in known
            so = f"is included: {because} is" if is_known else "is not included: it is not"
            rules.tell(build, _CO_OP, f"Class {_plain(name)} {so} present {where}")
        include(scope, known)
    return bool(ready)


def tell_absent(build: Build, rules: Rules) -> None:
    """Log the questions of a complete catalog that have the answer no."""
    for _, names, references, where in rules.present:
        absent = ", ".join(reference_text(each) for each in references if not _holds(build, [each]))
        for name in names:
            said = f"Class {_plain(name)} is not included here: {absent} is not present {where}"
            rules.tell(build, _CO_OP, said)
    for collector in build.collectors:
        if isinstance(collector, PresentCollector):
            collector.evaluate()
            for each in collector.references:
                is_there = "is" if _holds(build, [each]) else "is not"
                said = f"if_present: {reference_text(each)} {is_there} present {collector.where}"
                rules.tell(build, _CO_OP, said)


def _where() -> str:
    """Return the location of the call that is running, in words."""
    location = here()
    return "" if location is None else location_words(location.file, location.line)


def _holds(build: Build, references: list[object]) -> bool:
    found = [find_value(build.catalog, each) for each in references]
    return all(each is not None and not each.is_virtual for each in found)


def _plain(name: str) -> str:
    return name.removeprefix("::").lower()


def include_starting_points(build: Build, rules: Rules) -> None:
    """Include the classes that modules name in metadata.json, where their conditions hold."""
    scope = build.node_scope or build.top
    for _, module in sorted(build.loaders.modules.items()):
        name, conditions = _starting_point(module)
        if not name:
            continue
        missing = [fact for fact, wanted in conditions.items() if not _fits(build, fact, wanted)]
        if missing:
            rules.tell(
                build,
                _STARTING_POINTS,
                f"Class {name}, the starting point of module {module.name}, is not included: "
                f"the fact {missing[0]} does not fit",
            )
            continue
        said = f"Class {name} is included: the starting point of module {module.name}"
        rules.tell(build, _STARTING_POINTS, said)
        resources: list[Resource] = include(scope, [name])
        if build.listener is not None:
            build.listener("starting point", resources[0], module)


def _starting_point(module: Any) -> tuple[str, dict[str, object]]:
    """Return the class that a module names, and its conditions on facts."""
    point = module.starting_point
    if point is None:
        return "", {}
    name = point.get("class") if type(point) is dict else None
    conditions = point.get("when", {}) if type(point) is dict else None
    unknown = [key for key in point if key not in ("class", "when")] if type(point) is dict else []
    if type(name) is not str or type(conditions) is not dict or unknown:
        raise EvaluationError(
            f"{module.path}/metadata.json: the starting point has a class, and may have conditions "
            "(when)",
            is_bare=True,
            why=f"it has '{unknown[0]}'" if unknown else "",
            hint='"starting_point": {"class": "motd", "when": {"os.family": "Debian"}}',
        )
    return name, conditions


def _fits(build: Build, fact: str, wanted: object) -> bool:
    """Return whether a fact, by its dotted name, is a value or one of several."""
    found: object = build.facts
    for part in fact.split("."):
        try:
            found = found[part]  # type: ignore[index]
        except (KeyError, TypeError, IndexError):
            found = None
            break
    return found in wanted if type(wanted) is list else found == wanted
