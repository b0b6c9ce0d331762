"""Functions that change every string of a value: case, blanks and line endings.

Numbers stay as they are. `each_text` functions accept a string or anything that can be iterated
over; `deep_text` functions descend into arrays and hashes.
"""

from __future__ import annotations

from duckrow.puppet.functions.helpers.characters import BLANKS
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import restarted
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.runtime.scope import Scope


_STRING_DATA = "Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]"


def _same(_scope: Scope, number: object) -> object:
    return number


def each_text(name: str, change: Callable[[str], str]) -> Function:
    """Make a function that changes a string, or each string of an iterable."""

    def text(_scope: Scope, value: str) -> str:
        return change(value)

    def every(_scope: Scope, values: object) -> list[object]:
        return [change(item) if item.__class__ is str else item for item in restarted(values)]

    return Function(
        name,
        Form("Numeric arg", run=_same),
        Form("String arg", run=text),
        Form("Iterable[Variant[String, Numeric]] arg", run=every),
    )


def deep_text(name: str, change: Callable[[str], str]) -> Function:
    """Make a function that changes all strings inside a value, keys of hashes included."""

    def deep(value: object) -> object:
        if type(value) is str:
            return change(value)
        if type(value) is list:
            return [deep(item) for item in value]
        if type(value) is dict:
            return {to_key(deep(from_key(key))): deep(item) for key, item in value.items()}
        return value

    def run(_scope: Scope, value: object) -> object:
        return deep(value)

    return Function(
        name,
        Form("Numeric arg", run=_same),
        Form("String arg", run=lambda _scope, value: change(value)),
        Form("Array[StringData] arg", run=run),
        Form("Hash[StringData, StringData] arg", run=run),
        local_types={"StringData": _STRING_DATA},
    )


def lower(text: str) -> str:
    """Change to lower case; unlike in Python, a final sigma is like any other."""
    return (
        text.lower()
        if text.isascii()
        else text.replace("\N{GREEK CAPITAL LETTER SIGMA}", "σ").lower()
    )


def capitalized(text: str) -> str:
    """Make the first letter a capital and the others small."""
    return text[:1].title() + lower(text[1:]) if text else text


# Change strings to upper case, also inside arrays and hashes.
UPCASE = deep_text("upcase", str.upper)

# Change strings to lower case, also inside arrays and hashes.
DOWNCASE = deep_text("downcase", lower)

# Make the first letter of a string a capital and the others small.
CAPITALIZE = each_text("capitalize", capitalized)


def camel_case(text: str) -> str:
    """Change my_name into MyName."""
    return "".join(map(capitalized, text.split("_")))


# Change my_name into MyName.
CAMELCASE = each_text("camelcase", camel_case)

# Remove leading and trailing blanks from strings.
STRIP = each_text("strip", lambda text: text.strip(BLANKS))

# Remove leading blanks from strings.
LSTRIP = each_text("lstrip", lambda text: text.lstrip(BLANKS))

# Remove trailing blanks from strings.
RSTRIP = each_text("rstrip", lambda text: text.rstrip(BLANKS))


def chomped(text: str) -> str:
    """Remove one line ending."""
    for end in ("\r\n", "\n", "\r"):
        if text.endswith(end):
            return text[: -len(end)]
    return text


# Remove the line ending from strings.
CHOMP = each_text("chomp", chomped)


def chopped(text: str) -> str:
    """Remove the last character, or CR LF."""
    return text[:-2] if text.endswith("\r\n") else text[:-1]


# Remove the last character from strings; CR LF counts as one character.
CHOP = each_text("chop", chopped)
