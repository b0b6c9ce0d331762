"""Facts as text and as JSON, byte for byte as facter prints them.

As text, a fact is `name => value` without indentation and without quotes. Values inside a hash or a
list are indented, and strings there have quotes. facter makes this text from JSON by a sequence of
replacements, and so does this file: what they do to a value with quotes or arrows in it cannot be
had in another way. Importing the JSON module of the standard library takes longer than most facts.
"""

from __future__ import annotations

from _json import encode_basestring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def in_order(value: object) -> Any:
    """Return a value with the keys of its hashes sorted; values in lists stay as they are."""
    if not isinstance(value, dict):
        return value
    return {key: in_order(value[key]) for key in sorted(value, key=str)}


def json_text(value: object) -> str:
    """Return a plain value as indented JSON."""
    return _json(value, "")


def value_text(value: object) -> str:
    """Return the text of one fact's value."""
    if isinstance(value, str):
        return value
    return "" if value is None else _with_arrows(value)


def facts_text(facts: Mapping[str, object], *, is_query: bool = False) -> str:
    """Return the text of some facts, one after the other.

    The facts of a query have names without values too, and strings that are quoted lose the quotes.
    """
    if is_query:
        facts = {name: "" if value is None else value for name, value in facts.items()}
    if not facts:
        return ""
    lines = [_outer(line) for line in _with_arrows(facts)[1:-1].split("\n") if line]
    text = "\n".join(lines).replace("\\n", "\n")
    if is_query:
        text = "\n".join(map(_without_quotes, text.split("\n")))
    return text


def _with_arrows(value: object) -> str:
    """Return JSON with arrows after keys, and keys without quotes."""
    text = _json(value, "").replace('": ', '" => ')
    return "\n".join(map(_without_quotes_of_key, text.split("\n"))).replace("\\\\", "\\")


def _without_quotes_of_key(line: str) -> str:
    first, last = line.find('"'), line.rfind('" =>')
    if not 0 <= first < last:
        return line
    return line[:first] + line[first + 1 : last] + line[last + 1 :]


def _outer(line: str) -> str:
    """Return a line of a hash without the indentation and the punctuation of the hash."""
    line = line.removeprefix("  ")
    if line[:1] == " ":
        return line
    line = line.removesuffix(",")
    return line.replace('\\"', "\0").replace('"', "").replace("\0", '"')


def _without_quotes(line: str) -> str:
    name, arrow, value = line.partition(' => "')
    last = value.rfind('"')
    if not arrow or last < 0 or " " in name:
        return line
    return f"{name} => {value[:last]}{value[last + 1 :]}"


def _json(value: object, margin: str) -> str:
    """Write a value as Ruby does, which breaks the line in empty hashes and lists too."""
    more = margin + "  "
    if isinstance(value, dict):
        lines = [
            f"{more}{encode_basestring(str(key))}: {_json(item, more)}"
            for key, item in value.items()
        ]
        end = f"\n{margin}}}" if lines else margin + "}"
        return "{\n" + ",\n".join(lines) + end
    if isinstance(value, list):
        lines = [more + _json(item, more) for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{margin}]"
    if isinstance(value, str):
        quoted: str = encode_basestring(value)
        return quoted
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float(value)
    return "null" if value is None else str(value)


def _float(value: float) -> str:
    """Write a float as Ruby does: 1.0e+20."""
    digits, e, exponent = str(value).partition("e")
    return f"{digits}.0e{exponent}" if e and "." not in digits else f"{digits}{e}{exponent}"
