"""Arrays and hashes as text, on one line or, in the alternate form, on several.

A container inside another gets its format from the map that the outer one got its own from;
everything else gets it from the formats that the container has for its elements.
"""

from __future__ import annotations

from duckrow.puppet.types.format.errors import illegal_format
from duckrow.puppet.types.format.format_map import ARRAY_FORMAT, CONTAINED, HASH_FORMAT, find
from duckrow.puppet.types.format.indentation import Indentation
from duckrow.puppet.types.format.objects import is_object
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.format.directive import Format
    from duckrow.puppet.types.format.format_map import FormatMap
    from duckrow.puppet.types.format.rules import Convert

_BLANK = "\0\t\n\v\f\r "


def array(value: list[object], formats: FormatMap, at: Indentation, convert: Convert) -> str:
    format_ = find(formats, value)
    if format_.letter not in "asp":
        raise illegal_format("Array", format_.letter, "asp")
    here = at.indenting(format_.is_alternate)
    inside = Indentation(here.level + 1, False, format_.is_alternate)
    elements = CONTAINED if format_.elements is None else format_.elements
    texts = [convert(item, formats if _is_container(item) else elements, inside) for item in value]
    opening, closing = format_.delimiters(("[", "]"))
    separator = ARRAY_FORMAT.separator if format_.separator is None else format_.separator
    assert separator is not None
    out = [_line_break(here) + opening]
    if format_.is_alternate:
        _add_broken(out, value, texts, separator, format_, inside.padding)
    else:
        _add_joined(out, texts, separator)
    out.append(closing)
    return "".join(out)


def _add_joined(out: list[str], texts: list[str], separator: str) -> None:
    """Join on one line; a text that begins with a line break takes the blanks before it away."""
    for i, text in enumerate(texts):
        if i:
            out.append(separator)
        _add(out, text)


def _add_broken(
    out: list[str],
    value: list[object],
    texts: list[str],
    separator: str,
    format_: Format,
    padding: str,
) -> None:
    """Join in the alternate form.

    Containers break the line by themselves. What follows one starts a line, and so does every
    other element if the widest run of them does not fit the width.
    """
    is_long = format_.width is not None and _widest_run(value, texts) > format_.width
    for i, (item, text) in enumerate(zip(value, texts, strict=True)):
        is_nested = _is_collection(item)
        if i == 0:
            if is_long and not is_nested:
                out.append(" ")
        else:
            out.append(separator)
            if not is_nested and (is_long or _is_collection(value[i - 1])):
                if not _ends_with(out, "\n"):
                    _strip_end(out)
                out.append("\n" + padding)
        _add(out, text)


def _add(out: list[str], text: str) -> None:
    if text.startswith("\n") and _ends_with(out, " "):
        _strip_end(out)
    out.append(text)


def _ends_with(out: list[str], end: str) -> bool:
    return next((part.endswith(end) for part in reversed(out) if part), False)


def _strip_end(out: list[str]) -> None:
    while out:
        out[-1] = out[-1].rstrip(_BLANK)
        if out[-1]:
            return
        out.pop()


def _widest_run(value: list[object], texts: list[str]) -> int:
    widest = run = 0
    for item, text in zip(value, texts, strict=True):
        run = 0 if _is_collection(item) else run + len(text)
        widest = max(widest, run)
    return widest


def hash_(
    value: dict[object, object], formats: FormatMap, at: Indentation, convert: Convert
) -> str:
    format_ = find(formats, value)
    if format_.letter == "a":
        pairs = [[from_key(key), item] for key, item in value.items()]
        return convert(pairs, formats, at)
    if format_.letter not in "hsp":
        raise illegal_format("Hash", format_.letter, "hasp")
    here = at.indenting(format_.is_alternate)
    inside = Indentation(here.level + 1, True, False)
    elements = CONTAINED if format_.elements is None else format_.elements

    def written(item: object) -> str:
        return convert(item, formats if _is_container(item) else elements, inside)

    arrow = HASH_FORMAT.separator2 if format_.separator2 is None else format_.separator2
    padding = inside.padding if format_.is_alternate else ""
    lines = [
        f"{padding}{written(from_key(key))}{arrow}{written(item)}" for key, item in value.items()
    ]
    opening, closing = format_.delimiters(("{", "}"))
    separator = HASH_FORMAT.separator if format_.separator is None else format_.separator
    assert separator is not None
    if not format_.is_alternate:
        return _line_break(here) + opening + separator.join(lines) + closing
    line_end = (separator if separator.endswith("\n") else separator.rstrip(_BLANK)) + "\n"
    body = "\n" + line_end.join(lines) + "\n" + here.padding
    return _line_break(here) + opening + body + closing


def _line_break(at: Indentation) -> str:
    return "\n" + at.padding if at.breaks else ""


def _is_collection(value: object) -> bool:
    return isinstance(value, list | dict)


def _is_container(value: object) -> bool:
    # By an oversight of the reference, an instance of a parameterized type does not count.
    return _is_collection(value) or (is_object(value) and isinstance(infer(value), ObjectType))
