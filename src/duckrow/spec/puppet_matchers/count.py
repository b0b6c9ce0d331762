"""have_resource_count, have_class_count and have_TYPE_resource_count."""

from __future__ import annotations

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.spec.catalogue import CatalogueValue
from duckrow.spec.matchers.matcher import Matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

# Resources that every catalog has; Class[main] is counted by rspec-puppet under another name.
_ALWAYS = ("Class[settings]", "Class[Settings]", "Class[main]", "Stage[main]")


class Count(Matcher):
    """How many resources a catalog has: all, classes, or those of a type."""

    __slots__ = ("_actual", "_expected", "_kind", "_type")

    ruby_class_name = "RSpec::Puppet::ManifestMatchers::CountGeneric"

    def __init__(self, kind: str, expected: object) -> None:
        super().__init__()
        self._kind = kind
        self._type = "::".join(part.capitalize() for part in kind.split("__"))
        self._expected = int(str(expected))
        self._actual = 0

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        found = [type_ for ref, type_ in _resources(ruby, actual) if ref not in _ALWAYS]
        if self._kind == "resource":
            found = [each for each in found if each not in ("Class", "Node")]
        else:
            found = [each for each in found if each == self._type]
        self._actual = len(found)
        return self._actual == self._expected

    @property
    def type_name(self) -> str:
        """Return the type that it counts, as references write it."""
        return self._type

    def description(self, ruby: Interpreter) -> str:
        del ruby
        is_one = self._expected == 1
        if self._kind == "class":
            return f"contain exactly {self._expected} {'class' if is_one else 'classes'}"
        type_ = "" if self._kind == "resource" else f"{self._type} "
        return f"contain exactly {self._expected} {type_}{'resource' if is_one else 'resources'}"

    def message(self, ruby: Interpreter) -> str:
        said = self.description(ruby)
        return f"expected that the catalogue would {said} but it contains {self._actual}"

    def negated_message(self, ruby: Interpreter) -> str:
        return f"expected that the catalogue would not {self.description(ruby)} but it does"


Count.ruby_methods = {"resource_type": lambda _ruby, self: self.type_name}


def kind_of_word(word: str) -> str:
    """Return what a word such as have_file_resource_count counts."""
    if word.startswith("have_") and word.endswith("_resource_count"):
        return word.removeprefix("have_").removesuffix("_resource_count")
    return word


def _resources(ruby: Interpreter, actual: object) -> list[tuple[str, str]]:
    """Return the reference and the type of each resource of a catalog."""
    catalogue = send(ruby, actual, "call")
    if isinstance(catalogue, CatalogueValue):
        return [(str(each), each.type) for each in catalogue.resources()]
    return [
        (to_s(ruby, send(ruby, each, "ref")), to_s(ruby, send(ruby, each, "type")))
        for each in send(ruby, catalogue, "resources")
    ]
