"""RSpec::Puppet::Coverage: the resources of catalogs, and those that matchers have found.

As in rspec-puppet, a resource counts if the module under test declares it. The class or define
that a spec describes does not count, nor do those that filters name.
"""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import matches, to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import symbol
from duckrow.spec.host import suite_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.catalogue import CatalogueValue
    from duckrow.spec.coverage.report import Measured

FILTERS = ("Stage[main]", "Class[Settings]", "Class[main]", "Node[default]")


class ResourceCoverage:
    """The resources that the examples of one file have seen: name to whether one is touched."""

    __slots__ = ("_names", "filters", "patterns", "resources", "wanted")

    def __init__(self) -> None:
        self.resources: dict[str, bool] = {}
        self.filters: list[str] = list(FILTERS)  # in the order in which they were added
        self._names = set(self.filters)
        self.patterns: list[RubyRegexp] = []
        self.wanted: float = 0.0  # the coverage that a spec_helper asks for, in per cent

    def add(self, ruby: Interpreter, catalogue: CatalogueValue, module_name: str | None) -> None:
        """Add the resources of a catalog that count; filters only take more of them away."""
        if catalogue.measured_for == (module_name,):
            return
        catalogue.measured_for = (module_name,)
        paths = tuple(
            f"{each}/{module_name}/manifests" for each in catalogue.compiled.inputs.modulepath
        )
        for each in catalogue.resources():
            name = shown(each)
            if name in self.resources or self.is_filtered(ruby, name):
                continue
            if module_name is None or is_of(each, module_name, paths):
                self.resources[name] = False

    def add_filter(self, name: str) -> None:
        """Leave a resource out."""
        self.filters.append(name)
        self._names.add(name)

    def touch(self, resource: Resource) -> None:
        """Note that a matcher has found a resource."""
        name = shown(resource)
        if name in self.resources:
            self.resources[name] = True

    def is_filtered(self, ruby: Interpreter, name: str) -> bool:
        """Return whether a filter names a resource."""
        return name in self._names or any(matches(ruby, each, name) for each in self.patterns)

    def counted(self, ruby: Interpreter) -> dict[str, bool]:
        """Return the resources that no filter names."""
        items = self.resources.items()
        return {name: is_touched for name, is_touched in items if not self.is_filtered(ruby, name)}


def shown(resource: Resource) -> str:
    """Return a resource as reports name it."""
    if resource.type == "Class" and resource.title != "main":
        return f"Class[{capitalized(resource.title)}]"
    return f"{resource.type}[{resource.title}]"


def capitalized(name: str) -> str:
    """Return the name of a type or class as references write it."""
    return "::".join(part.capitalize() for part in name.split("::"))


def is_of(resource: Resource, module_name: str, paths: tuple[str, ...]) -> bool:
    """Return whether a module declares a resource."""
    if resource.type == "Class" and resource.title.split("::")[0].lower() != module_name:
        return False
    file = resource.file
    return file is None or any(path in file for path in paths)


def joined(results: Sequence[Measured]) -> dict[str, bool]:
    """Return the resources of all files; a filter of one file counts for all."""
    filters = {*FILTERS, *(name for result in results for name in result.filters)}
    found: dict[str, bool] = {}
    for result in results:
        for name, is_touched in result.resources.items():
            if name not in filters:
                found[name] = found.get(name, False) or is_touched
    return found


def share_of(resources: dict[str, bool]) -> float:
    """Return how many resources are touched, in per cent."""
    return 100.0 * sum(resources.values()) / len(resources) if resources else 100.0


def is_too_low(results: Sequence[Measured]) -> bool:
    """Return whether a spec_helper asks for more resources to be touched."""
    wanted = max((each.wanted for each in results), default=0.0)
    return wanted > 0 and share_of(joined(results)) < wanted


# ---- as Ruby code sees it


class CoverageValue(TableValue):
    """RSpec::Puppet::Coverage and its only instance."""

    __slots__ = ()

    ruby_class_name = "RSpec::Puppet::Coverage"


def coverage_of(ruby: Interpreter) -> ResourceCoverage:
    """Return the coverage of the running file."""
    return suite_of(ruby).coverage


def _add_filter(ruby: Interpreter, _self: object, type_: object, title: object) -> None:
    add_filter(coverage_of(ruby), to_s(ruby, type_), to_s(ruby, title))


def add_filter(coverage: ResourceCoverage, type_: str, title: str) -> None:
    """Leave a resource out."""
    name = capitalized(type_)
    coverage.add_filter(f"{name}[{capitalized(title) if name == 'Class' else title}]")


def _add_pattern(ruby: Interpreter, _self: object, type_: object, pattern: object) -> None:
    if not isinstance(pattern, RubyRegexp):
        raise argument_error("pattern argument must be a Regexp")
    text = pattern.source
    start = next((each for each in ("\\A", "^") if text.startswith(each)), None)
    text = f".*{text}" if start is None else text.removeprefix(start)
    end = next((each for each in ("\\z", "\\Z", "$") if text.endswith(each)), None)
    text = f"{text}.*" if end is None else text.removesuffix(end)
    made = RubyRegexp(f"\\A{capitalized(to_s(ruby, type_))}\\[{text}\\]\\z")
    coverage_of(ruby).patterns.append(made)


def _report(_ruby: Interpreter, _self: object, wanted: object = None) -> None:
    """Note which coverage is wanted; the report comes when all files have run."""
    if isinstance(wanted, (int, float)):
        coverage_of(_ruby).wanted = float(wanted)


def _results(ruby: Interpreter, _self: object) -> dict[object, object]:
    found = coverage_of(ruby).counted(ruby)
    touched = sum(found.values())
    return {
        symbol("total"): len(found),
        symbol("touched"): touched,
        symbol("untouched"): len(found) - touched,
        symbol("coverage"): f"{share_of(found):5.2f}",
        symbol("resources"): {
            name: {symbol("touched"): is_touched} for name, is_touched in found.items()
        },
    }


METHODS: dict[str, Callable[..., object]] = {
    "instance": lambda _ruby, _self: CoverageValue(),
    "filters": lambda ruby, _self: list(coverage_of(ruby).filters),
    "filters_regex": lambda ruby, _self: list(coverage_of(ruby).patterns),
    "add_filter": _add_filter,
    "add_filter_regex": _add_pattern,
    "results": _results,
    "report!": _report,
}
CoverageValue.ruby_methods = METHODS
