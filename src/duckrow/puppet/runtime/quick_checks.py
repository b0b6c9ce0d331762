"""Checks of arguments from the texts of types in the signatures of built-in functions.

A signature names a type by its text: "Array[String]". The common types become Python expressions of
`types.conditions` at once, so that a call of a function needs neither the parser nor type records.
Any other type becomes a call of its checker, which is made when a value first reaches it.
"""

from __future__ import annotations

from duckrow.puppet.runtime.iterators import Iterator, Numbers
from duckrow.puppet.types.conditions import (
    CLASSES,
    all_of,
    any_of,
    has_size,
    is_bare,
    no_item_fails,
    within,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Values of these kinds are iterable, or not, by their class alone.
_ITERABLES = frozenset((list, dict, str, Iterator, Numbers))
_SIMPLE = frozenset((str, int, float, bool, list, dict, type(None)))

# Types without values of a simple kind.
_BEYOND_SIMPLE = frozenset(
    "Type Regexp Sensitive Binary Timespan Timestamp Semver SemVerRange Deferred Iterator".split()
)

# Types that accept every string.
_TAKE_STRINGS = frozenset(("Any", "Data", "Scalar", "ScalarData", "String"))


class Checks:
    """Expressions over variables, and the names they use.

    `make` returns the check of a type from its text; it is called when a value first needs it.
    """

    __slots__ = ("_make", "names")

    def __init__(self, make: Callable[[str], Callable[[object], bool]]) -> None:
        self._make = make
        self.names: dict[str, object] = {"iterables": _ITERABLES, "simple": _SIMPLE}

    def expression(self, text: str, v: str) -> str:
        """Write the check of the variable `v` against the type that a text names."""
        if text == "Any":
            return "True"
        if text in CLASSES:
            return is_bare(text, v)
        if text == "Iterable":
            number = f"{v}.__class__ is int and {v} >= 0"
            other = f"{v}.__class__ not in simple and {self._later(text, v)}"
            return f"({v}.__class__ in iterables or {number} or {other})"
        name, _, rest = text.partition("[")
        if rest.endswith("]"):
            arguments = split_arguments(rest[:-1])
            bounds = _bounds(arguments) if name in ("String", "Integer") else None
            if bounds is not None:
                low, high = bounds
                rule = has_size(low, high, v) if name == "String" else within(low, high, v)
                return f"({all_of(is_bare(name, v), rule)})"
            if name == "Variant":
                return any_of(*(self.expression(part, v) for part in arguments))
            if name == "Optional" and len(arguments) == 1 and not arguments[0].startswith("'"):
                return any_of(is_bare("Undef", v), self.expression(arguments[0], v))
            if name == "Array" and len(arguments) == 1:
                return self._array(arguments[0], v)
            if name == "Enum" and not {"true", "false"} & set(arguments):
                words = self.bind(frozenset(word.strip("'\"") for word in arguments))
                return f"({is_bare('String', v)} and {v} in {words})"
            if name == "Pattern" and len(arguments) == 1:
                return self._pattern(arguments[0][1:-1], v)
            if name == "Hash" and arguments == ["Any", "Any"]:
                return is_bare("Hash", v)
            if name == "Hash" and len(arguments) == 2 and arguments[0] in _TAKE_STRINGS:
                return self._hash(text, arguments[1], v)
        check = self._later(text, v)
        return f"({v}.__class__ not in simple and {check})" if name in _BEYOND_SIMPLE else check

    def bind(self, value: object) -> str:
        """Return a name to something that an expression needs."""
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def _array(self, element: str, v: str) -> str:
        # The item needs a name that no outer expression has.
        item = f"i{len(self.names)}"
        self.names[item] = None
        check = self.expression(element, item)
        return f"({all_of(is_bare('Array', v), no_item_fails(item, v, check))})"

    def _hash(self, text: str, value: str, v: str) -> str:
        """Write the check of a hash whose keys may be any strings."""
        item = f"i{len(self.names)}"
        self.names[item] = None
        fits = f"({all_of(is_bare('String', 'k'), self.expression(value, item))})"
        items = no_item_fails(f"k, {item}", f"{v}.items()", fits)
        # Other keys may fit too, and their values are kept in another form.
        return f"({is_bare('Hash', v)} and ({items} or {self._later(text, v)}))"

    def _pattern(self, source: str, v: str) -> str:
        from duckrow.puppet.types.string_patterns import PatternMemo

        memo = PatternMemo((source,))
        known, asked = self.bind(memo.taken), self.bind(memo)
        return f"({is_bare('String', v)} and ({v} in {known} or {asked}[{v}]))"

    def _later(self, text: str, v: str) -> str:
        def check(value: object) -> bool:
            self.names[name] = made = self._make(text)
            return made(value)

        name = self.bind(check)
        return f"{name}({v})"

    def compiled(self, parameters: str, text: str) -> Any:
        """Make a function of an expression."""
        # The text is made of the shapes above and of names bound here, of nothing from outside.
        return eval(f"lambda {parameters}: {text}", self.names)  # noqa: S307

    def defined(self, parameters: str, lines: list[str]) -> Any:
        """Make a function of the lines of its body."""
        text = "\n".join([f"def call({parameters}):", *lines])
        # As above. The globals are the names: a check that is made later takes its place there.
        exec(text, self.names)
        return self.names["call"]


def _bounds(arguments: list[str]) -> tuple[int | None, int | None] | None:
    """Return the bounds that the arguments of a type write, or None if they write none."""
    if len(arguments) > 2 or not all(each.isdigit() or each == "default" for each in arguments):
        return None
    low, high = [*arguments, "default"][:2]
    return None if low == "default" else int(low), None if high == "default" else int(high)


def split_arguments(text: str) -> list[str]:
    """Split the text between brackets at its top-level commas."""
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
