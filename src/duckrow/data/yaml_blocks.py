"""Write plain data as YAML in blocks, without a library: importing one takes 30 ms.

Strings that could be anything else are in double quotes, with JSON's escapes, which are YAML's too.
"""

from __future__ import annotations

from _json import encode_basestring_ascii

_FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/")
_PLAIN = _FIRST | frozenset("0123456789_-.")
# Words that are not strings, in one version of YAML or another.
_NOT_STRINGS = frozenset(
    ("true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf")
)


def yaml_blocks(value: object) -> str:
    """Return a value as a YAML document."""
    if isinstance(value, dict | list) and value:
        return "---\n" + "".join(f"{line}\n" for line in _lines(value))
    return f"--- {_scalar(value)}\n"


def _lines(value: dict[object, object] | list[object]) -> list[str]:
    """Return the lines of a hash or list that has elements."""
    found: list[str] = []
    if isinstance(value, dict):
        for key, each in value.items():
            name = _scalar(key)
            if isinstance(each, dict) and each:
                found.append(f"{name}:")
                found += [f"  {line}" for line in _lines(each)]
            elif isinstance(each, list) and each:
                found.append(f"{name}:")
                found += _lines(each)
            else:
                found.append(f"{name}: {_scalar(each)}")
        return found
    for each in value:
        if isinstance(each, dict | list) and each:
            first, *rest = _lines(each)
            found.append(f"- {first}")
            found += [f"  {line}" for line in rest]
        else:
            found.append(f"- {_scalar(each)}")
    return found


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return value if _is_plain(value) else encode_basestring_ascii(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float(value)
    return "{}" if value == {} else "[]" if value == [] else str(value)


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
    return text.lower() not in _NOT_STRINGS
