"""Write plain data as YAML in blocks, without a library: importing one takes 30 ms.

Strings that could be anything else are in double quotes, with JSON's escapes. These are YAML's too,
but for surrogates, with which JSON writes characters beyond U+FFFF.
"""

from __future__ import annotations

from _json import encode_basestring_ascii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/")
_PLAIN = _FIRST | frozenset("0123456789_-. ")
# Words that are not strings, in one version of YAML or another.
_NOT_STRINGS = frozenset(
    ("true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf")
)


def yaml_blocks(value: object) -> str:
    """Return a value as a YAML document."""
    if isinstance(value, dict | list) and value:
        parts = ["---\n"]
        _add(value, "", "", parts.append, {})
        return "".join(parts)
    return f"--- {_scalar(value)}\n"


def _add(
    value: dict[object, object] | list[object],
    first: str,
    indent: str,
    add: Callable[[str], None],
    names: dict[object, str],
) -> None:
    """Add the lines of a hash or list that has elements; the first has an indent of its own.

    `names` has the keys that are already written, since most keys are repeated.
    """
    start = first
    if isinstance(value, dict):
        for key, each in value.items():
            name = names.get(key) if isinstance(key, str) else _scalar(key)
            if name is None:
                name = names[key] = _scalar(key)
            if isinstance(each, dict | list) and each:
                add(f"{start}{name}:\n")
                inner = f"{indent}  " if isinstance(each, dict) else indent
                _add(each, inner, inner, add, names)
            else:
                add(f"{start}{name}: {_scalar(each)}\n")
            start = indent
        return
    for each in value:
        if isinstance(each, dict | list) and each:
            _add(each, f"{start}- ", f"{indent}  ", add, names)
        else:
            add(f"{start}- {_scalar(each)}\n")
        start = indent


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return value if _is_plain(value) else _quoted(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float(value)
    return "{}" if value == {} else "[]" if value == [] else str(value)


def _quoted(text: str) -> str:
    if text.isascii():
        return encode_basestring_ascii(text)
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    """Return a character as it is in double quotes; the escape of a lone surrogate is shown."""
    if char > "\x7f" and char.isprintable():
        return char
    if char > "\uffff":
        return f"\\U{ord(char):08X}"
    escaped = encode_basestring_ascii(char)[1:-1]
    return f"\\{escaped}" if "\ud800" <= char <= "\udfff" else escaped


def _float(value: float) -> str:
    text = repr(value)
    if text in ("nan", "inf", "-inf"):
        return f"-.{text[1:]}" if value < 0 else f".{text}"
    # YAML 1.1 needs a point and a sign: 1e-07 would be a string.
    if "e" in text and "." not in text:
        text = text.replace("e", ".0e")
    return text


def _is_plain(text: str) -> bool:
    if not text or text[0] not in _FIRST or not _PLAIN.issuperset(text):
        return False
    return text[-1] != " " and text.lower() not in _NOT_STRINGS
