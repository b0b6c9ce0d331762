"""Sets of characters as tr, delete, count and squeeze take them: "a-z", "^0-9"."""

from __future__ import annotations

from duckrow.ruby.core.convert import to_str
from duckrow.ruby.errors import argument_error, wrong_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_MOST = 0x11_0000


def spelled(text: str) -> str:
    """Write out the ranges of a set."""
    out: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char == "\\" and at + 1 < len(text):
            at += 1
            char = text[at]
        if text[at + 1 : at + 2] == "-" and at + 2 < len(text):
            last, at = text[at + 2], at + 3
            if last == "\\" and at < len(text):
                last, at = text[at], at + 1
            if last < char:
                shown = f' "{char}-{last}"' if char < "\x80" else ""
                raise argument_error(f"invalid range{shown} in string transliteration")
            out += map(chr, range(ord(char), ord(last) + 1))
        else:
            out.append(char)
            at += 1
    return "".join(out)


def in_sets(ruby: Interpreter, sets: tuple[object, ...]) -> Callable[[str], bool]:
    """Return the test whether a character is in all of some sets."""
    if not sets:
        raise wrong_count(0, "1+")
    tests = [_test(to_str(ruby, each)) for each in sets]
    return tests[0] if len(tests) == 1 else lambda char: all(test(char) for test in tests)


def _test(text: str) -> Callable[[str], bool]:
    if len(text) > 1 and text[0] == "^":
        excluded = frozenset(spelled(text[1:]))
        return lambda char: char not in excluded
    return frozenset(spelled(text)).__contains__


def translate(
    ruby: Interpreter, text: str, given: object, wanted: object, is_squeezed: bool = False
) -> str:
    """Replace characters by others; `is_squeezed` makes one of equal replacements in a row."""
    given, wanted = to_str(ruby, given), to_str(ruby, wanted)
    if not text or not given:
        return text
    if not wanted:
        is_in = _test(given)
        return "".join(char for char in text if not is_in(char))
    targets = spelled(wanted)
    if len(given) > 1 and given[0] == "^":
        excluded = frozenset(spelled(given[1:]))
        replaced = [None if char in excluded else targets[-1] for char in text]
    else:
        table: dict[str, str] = {}
        for index, char in enumerate(spelled(given)):
            # Of a character that is there twice, the last replacement counts.
            table[char] = targets[min(index, len(targets) - 1)]
        replaced = [table.get(char) for char in text]
    if not is_squeezed:
        return "".join(
            char if new is None else new for char, new in zip(text, replaced, strict=True)
        )
    out: list[str] = []
    last: str | None = None
    for char, new in zip(text, replaced, strict=True):
        if new is None:
            out.append(char)
        elif new != last:
            out.append(new)
        last = new
    return "".join(out)


def squeeze(ruby: Interpreter, text: str, sets: tuple[object, ...]) -> str:
    """Make one of equal characters in a row."""
    is_in = in_sets(ruby, sets) if sets else None
    out: list[str] = []
    last = ""
    for char in text:
        if char != last or (is_in is not None and not is_in(char)):
            out.append(char)
        last = char
    return "".join(out)
