"""References to resources as text: File[/etc/motd], Class[Apache::Mod].

Values that refer to resources are types (`types.resource`, `types.class_`), or strings that read
like one. The catalog is asked by type and title, so both come down to such a pair.
"""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.types.model.wrappers import TypeType
from duckrow.ruby.values.inspect import inspect, inspect_other
from duckrow.ruby.values.to_s import other_to_s, to_s
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.catalog import Catalog
    from duckrow.puppet.catalog.resource import Resource


def reference_text(value: object) -> str:
    """Write what a value refers to. A value that refers to nothing is shown as it is."""
    if type(value) is str:
        return value
    pair = type_and_title(value)
    if pair is not None:
        return f"{pair[0]}[{pair[1]}]"
    return str(value) if hasattr(value, "is_virtual") else shown(value)


def _with_capitals(name: str) -> str:
    return capitalized(name).removeprefix("::")


_CAPITALS = Results(_with_capitals, 4096)


def type_and_title(value: object) -> tuple[str, str] | None:
    """Return the type, with its capitals, and the title of a reference; None for other values."""
    if type(value) is TypeType and value.type is not None:
        value = value.type
    if type(value) is ResourceType and value.type_name is not None:
        type_ = _CAPITALS[value.type_name]
        title = value.title or ""
        return type_, capitalized(title.removeprefix("::")) if type_ == "Class" else title
    if type(value) is ClassType and value.class_name is not None:
        return "Class", capitalized(value.class_name.removeprefix("::"))
    return None


def split_reference(text: str) -> tuple[str, str] | None:
    """Return type and title of a text such as File[/etc/motd]; None if it is not a reference."""
    start = text.find("[")
    if start < 1 or "]" in text[:start]:
        return None
    # The bracket that closes is the last one of a line; titles may hold brackets and lines.
    end = len(text) - 1 if text.endswith("]") else text.rfind("]\n")
    return (text[:start], text[start + 1 : end]) if end > start + 1 else None


def find_value(catalog: Catalog, value: object) -> Resource | None:
    """Return the resource that a value refers to, or None. Raises if it is not a reference."""
    if type(value) is str:
        return find(catalog, value)
    pair = type_and_title(value)
    if pair is None:
        raise NoReferenceError(reference_text(value))
    return find_pair(catalog, pair)


def find_pair(catalog: Catalog, pair: tuple[str, str]) -> Resource | None:
    """Return the resource of a type and title, or None. Raises without a title."""
    if not pair[1]:
        raise NoReferenceError(f"{pair[0]}[]")
    table = catalog.tables.get(pair[0])
    if table is not None and pair[1] in table:
        return table[pair[1]]  # nearly always the name is right as it is
    return catalog.find(*pair)


def find(catalog: Catalog, text: str) -> Resource | None:
    """Return the resource that a text refers to, or None. Raises if it is not a reference.

    A name in lower case also means the capitalized name: file[/x], Class[a::b]. A capitalized name
    is not changed.
    """
    pair = split_reference(text)
    if pair is None:
        raise NoReferenceError(text)
    type_, title = pair
    if not _has_its_capitals(type_) or (type_.lower() == "class" and not _has_its_capitals(title)):
        return None
    return catalog.find(type_, title)


def _has_its_capitals(name: str) -> bool:
    return not "A" <= name[0] <= "Z" or name == capitalized(name)


class NoReferenceError(EvaluationError):
    """A text that should refer to a resource and does not."""

    def __init__(self, text: str) -> None:
        super().__init__(no_title(inspected(text)), is_bare=True)


def no_title(shown_type: str) -> str:
    """Return the error message for a reference without a title."""
    return f"No title provided and {shown_type} is not a valid resource reference"


def shown(value: object) -> str:
    """Write a value as Ruby's `to_s` does."""
    return to_s(value, _reference_to_s, _inspect_reference)


def inspected(value: object) -> str:
    """Show a value as Ruby's `inspect` does."""
    return inspect(value, _inspect_reference)


def _reference_to_s(value: object) -> str:
    pair = type_and_title(value)
    return other_to_s(value) if pair is None else f"{pair[0]}[{pair[1]}]"


def _inspect_reference(value: object) -> str:
    pair = type_and_title(value)
    return inspect_other(value) if pair is None else f"{pair[0]}[{pair[1]}]"
