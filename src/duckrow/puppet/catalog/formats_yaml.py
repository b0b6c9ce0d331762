"""Catalog data as YAML.

The data is that of JSON, so a few rules do: a string that a reader could take for anything else
is quoted the JSON way, which is YAML's as well; a text of several lines is written as a block.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_/")
_REST = _FIRST | frozenset("0123456789.-+ ()[]")
# Words that one or another version of YAML reads as something else than text.
_WORDS = frozenset("y n yes no on off true false null nan inf".split())
_WIDTH = "  "


def yaml_text(data: object) -> str:
    """Write plain data: dicts with string keys, lists, strings, numbers, booleans and None."""
    return "---\n" + "".join(_block(data, ""))


def _block(value: object, indent: str) -> Iterator[str]:
    """Write a value on lines of its own."""
    if type(value) is dict and value:
        for key, item in value.items():
            yield f"{indent}{_string(key)}:"
            yield from _after(item, indent, indent + _WIDTH if type(item) is not list else indent)
    elif type(value) is list and value:
        for item in value:
            if type(item) in (dict, list) and item:
                # The first line of the inner value follows the dash.
                inner = "".join(_block(item, indent + _WIDTH))
                yield f"{indent}- {inner[len(indent) + len(_WIDTH) :]}"
            else:
                yield f"{indent}-"
                yield from _after(item, indent, indent + _WIDTH)
    else:
        yield f"{indent}{_scalar(value)}\n"


def _after(value: object, indent: str, inner: str) -> Iterator[str]:
    """Write a value after a key or a dash."""
    if type(value) in (dict, list) and value:
        yield "\n"
        yield from _block(value, inner)
    elif type(value) is str and _is_blocklike(value):
        yield from _literal(value, indent + _WIDTH)
    else:
        yield f" {_scalar(value)}\n"


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is str:
        return _string(value)
    if type(value) is int or type(value) is float:
        from duckrow.ruby.values.numbers import number_text

        return number_text(value)
    if type(value) in (dict, list) and not value:
        return "{}" if type(value) is dict else "[]"
    raise TypeError(f"{type(value).__name__} is no plain data")


def _string(text: str) -> str:
    if (
        text[:1] in _FIRST
        and text[:1]
        and text[-1] != " "
        and _REST.issuperset(text.replace("::", ""))
        and text[-1] != ":"
        and text.lower() not in _WORDS
    ):
        return text
    import json

    return json.dumps(text, ensure_ascii=not text.isprintable())


def _is_blocklike(text: str) -> bool:
    """Return whether a text reads better line by line, and survives it."""
    lines = text.split("\n")
    return (
        len(lines) > 1
        and lines[0][:1] not in ("", " ", "\t")
        and all(line.replace("\t", "").isprintable() for line in lines)
        and any(line.strip() for line in lines)
    )


def _literal(text: str, indent: str) -> Iterator[str]:
    """Write a block; the mark says how many newlines there are at the end."""
    body = text.rstrip("\n")
    count = len(text) - len(body)
    yield f" |{'-' if count == 0 else '' if count == 1 else '+'}\n"
    for line in body.split("\n"):
        yield f"{indent}{line}\n" if line else "\n"
    yield "\n" * (count - 1)
