"""Write plain values as HOCON."""

from __future__ import annotations

_STEP = "    "
_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\b": "\\b",
    "\f": "\\f",
    "\r": "\\r",
    "\t": "\\t",
}


def hocon_text(value: dict[str, object]) -> str:
    """Write a hash over several lines, without braces around it."""
    return "\n".join(_pairs(value, "")) + "\n" if value else "{}\n"


def _pairs(value: dict[str, object], margin: str) -> list[str]:
    return [
        f"{margin}{_string(key)}={_written(value[key], margin)}"
        for key in sorted(value, key=_sort_key)
    ]


def _sort_key(key: str) -> tuple[bool, int, str]:
    """Return the key that sorts numbers by their values before all other names."""
    is_number = key.isascii() and key.isdecimal()
    return not is_number, int(key) if is_number else 0, key


def _written(value: object, margin: str) -> str:
    more = margin + _STEP
    if isinstance(value, dict):
        return "{\n" + "\n".join(_pairs(value, more)) + f"\n{margin}}}" if value else "{}"
    if isinstance(value, list):
        items = [more + _written(item, more) for item in value]
        return "[\n" + ",\n".join(items) + f"\n{margin}]" if value else "[]"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and "e" in str(value):
        digits, _, exponent = str(value).partition("e")
        return f"{digits}{'' if '.' in digits else '.0'}e{exponent}"
    return "null" if value is None else str(value)


def _string(text: str) -> str:
    """Write a string, in quotes unless it consists of letters, digits and hyphens."""
    starts_word = text[:1].isalnum() and not text[:1].isdecimal()
    if starts_word and all(character.isalnum() or character == "-" for character in text):
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    known = _ESCAPES.get(character)
    if known is not None:
        return known
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x20 or 0x7F <= code < 0xA0 else character
