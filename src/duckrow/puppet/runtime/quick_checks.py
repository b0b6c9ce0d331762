"""Checks written out from the text of a type, without the type system where that is possible.

Built-in functions name their parameters by the text of a type: "Array[String]". The plain kinds
among them become Python expressions at once, so that calling a function costs neither a parser nor
a type. What is not plain becomes a call of a check that is made when a value first reaches it.

The expressions give the same answers as the types do; a test holds the two together.
"""

from __future__ import annotations

from duckrow.puppet.runtime.iterators import Iterator, Numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PLAIN = {
    "Any": "True",
    "Undef": "{v} is None",
    "String": "{v}.__class__ is str",
    "Integer": "{v}.__class__ is int",
    "Float": "{v}.__class__ is float",
    "Numeric": "({v}.__class__ is int or {v}.__class__ is float)",
    "Boolean": "{v}.__class__ is bool",
    "Array": "{v}.__class__ is list",
    "Hash": "{v}.__class__ is dict",
    "Hash[Any, Any]": "{v}.__class__ is dict",
    "Collection": "({v}.__class__ is list or {v}.__class__ is dict)",
    "String[1]": "({v}.__class__ is str and {v} != '')",
    "Integer[1]": "({v}.__class__ is int and {v} >= 1)",
    "Integer[1, default]": "({v}.__class__ is int and {v} >= 1)",
}

# Values of these kinds can be told to be iterable, or not, by their class alone.
_ITERABLES = frozenset((list, dict, str, Iterator, Numbers))
_SIMPLE = frozenset((str, int, float, bool, list, dict, type(None)))

_REMEMBERED = 100

# Types none of whose values are of a simple kind.
_BEYOND_SIMPLE = frozenset(
    "Type Regexp Sensitive Binary Timespan Timestamp Semver SemVerRange Deferred Iterator".split()
)


class Checks:
    """Expressions over variables, and the names they use.

    `make` gives the check of a type from its text; it is asked when a value first needs it.
    """

    __slots__ = ("_make", "names")

    def __init__(self, make: Callable[[str], Callable[[Any], bool]]) -> None:
        self._make = make
        self.names: dict[str, Any] = {"iterables": _ITERABLES, "simple": _SIMPLE}

    def expression(self, text: str, v: str) -> str:
        """Write the check of what stands in `v` against the type that a text names."""
        plain = _PLAIN.get(text)
        if plain is not None:
            return plain.replace("{v}", v)
        if text == "Iterable":
            number = f"{v}.__class__ is int and {v} >= 0"
            other = f"{v}.__class__ not in simple and {self._later(text, v)}"
            return f"({v}.__class__ in iterables or {number} or {other})"
        name, _, rest = text.partition("[")
        if rest.endswith("]"):
            arguments = split_arguments(rest[:-1])
            if name == "Variant":
                return "(" + " or ".join(self.expression(part, v) for part in arguments) + ")"
            if name == "Optional" and len(arguments) == 1 and not arguments[0].startswith("'"):
                return f"({v} is None or {self.expression(arguments[0], v)})"
            if name == "Array" and len(arguments) == 1:
                return self._array(arguments[0], v)
            if name == "Enum" and not {"true", "false"} & set(arguments):
                words = self.bind(frozenset(word.strip("'\"") for word in arguments))
                return f"({v}.__class__ is str and {v} in {words})"
            if name == "Pattern" and len(arguments) == 1:
                return self._pattern(arguments[0][1:-1], v)
            if name == "Hash" and arguments == ["String", "String"]:
                kinds = "k.__class__ is str and i.__class__ is str"
                return (
                    f"({v}.__class__ is dict and not [1 for k, i in {v}.items() if not ({kinds})])"
                )
        check = self._later(text, v)
        return f"({v}.__class__ not in simple and {check})" if name in _BEYOND_SIMPLE else check

    def bind(self, value: object) -> str:
        """Give a name to something that an expression needs."""
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def _array(self, element: str, v: str) -> str:
        # The item needs a name that no outer expression has.
        item = f"i{len(self.names)}"
        self.names[item] = None
        check = self.expression(element, item)
        if check == "True":
            return f"{v}.__class__ is list"
        return f"({v}.__class__ is list and not [1 for {item} in {v} if not {check}])"

    def _pattern(self, source: str, v: str) -> str:
        # The same few strings come again and again.
        matching: set[str] = set()

        def check(text: str) -> bool:
            from duckrow.regexp import regexp

            if regexp(source).search(text) is None:
                return False
            if len(matching) < _REMEMBERED:
                matching.add(text)
            return True

        known, asked = self.bind(matching), self.bind(check)
        return f"({v}.__class__ is str and ({v} in {known} or {asked}({v})))"

    def _later(self, text: str, v: str) -> str:
        def check(value: Any) -> bool:
            self.names[name] = made = self._make(text)
            return made(value)

        name = self.bind(check)
        return f"{name}({v})"

    def compiled(self, parameters: str, text: str) -> Any:
        """Make a function of an expression."""
        # The text is made of the shapes above and of names bound here, of nothing from outside.
        return eval(f"lambda {parameters}: {text}", self.names)  # noqa: S307


def split_arguments(text: str) -> list[str]:
    """Split what stands between brackets at its own commas."""
    parts, depth, start = [], 0, 0
    in_regexp = False
    for index, character in enumerate(text):
        if character == "/" and text[index - 1] != "\\":
            in_regexp = not in_regexp
        elif in_regexp:
            continue
        elif character in "[{(":
            depth += 1
        elif character in "]})":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return parts
