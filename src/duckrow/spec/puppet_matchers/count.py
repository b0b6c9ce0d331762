"""have_resource_count, have_class_count and have_TYPE_resource_count."""

from __future__ import annotations

from duckrow.spec.matchers.matcher import Matcher
from duckrow.spec.puppet_matchers.compile_ import catalogue_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

# Resources that every catalog has; Class[main] is counted by rspec-puppet under another name.
_ALWAYS = ("Class[settings]", "Class[Settings]", "Class[main]", "Stage[main]")


class Count(Matcher):
    """How many resources a catalog has: all, classes, or those of a type."""

    __slots__ = ("_actual", "_expected", "_kind", "_type")

    def __init__(self, kind: str, expected: object) -> None:
        super().__init__()
        self._kind = kind
        self._type = "::".join(part.capitalize() for part in kind.split("__"))
        self._expected = int(str(expected))
        self._actual = 0

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        found = [
            each for each in catalogue_of(ruby, actual).resources() if str(each) not in _ALWAYS
        ]
        if self._kind == "resource":
            found = [each for each in found if each.type not in ("Class", "Node")]
        else:
            found = [each for each in found if each.type == self._type]
        self._actual = len(found)
        return self._actual == self._expected

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
