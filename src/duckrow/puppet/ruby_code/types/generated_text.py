"""Write the description of a resource type in Puppet code, as `puppet generate types` does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_code.types.description import Description

# Flags of a regular expression, in the order in which Ruby writes them.
_FLAGS = (("m", 4), ("i", 1), ("x", 2))
_ANY_TITLE = "/(?m-ix:(.*))/"


def generated_text(description: Description) -> str:
    """Return the code that describes a type."""
    namevars = description.namevars
    patterns = [(_pattern(each[0], each[1]), each[2]) for each in description.patterns]
    titles = ",\n".join(
        f"    {pattern} => [{', '.join(map(_quoted, names))}]"
        for pattern, names in patterns or [(_ANY_TITLE, (namevars or ["name"])[:1])]
    )
    is_isomorphic = "true" if description.is_isomorphic else "false"
    return (
        f"Puppet::Resource::ResourceType3.new(\n  {_quoted(description.name)},\n"
        f"  [\n{_attributes(description.properties, namevars)}\n  ],\n"
        f"  [\n{_attributes(description.parameters, namevars)}\n  ],\n"
        f"  {{\n{titles}\n  }},\n  {is_isomorphic},\n  false)\n"
    )


def _attributes(values: dict[str, str], namevars: list[str]) -> str:
    return ",\n\n".join(
        f"    Puppet::Resource::Param({_type(values[name])}, {_quoted(name)}"
        f"{', true' if name in namevars else ''})"
        for name in values
    )


def _type(values: str) -> str:
    """Return the type of an attribute's values: words, and expressions between slashes."""
    words = [each for each in values.split() if not each.startswith("/")]
    # A table writes a blank in an expression as \\x20, since blanks separate values.
    expressions = (each[1:-1] for each in values.split() if each.startswith("/"))
    patterns = [_pattern(each.replace("\\x20", " "), 0) for each in expressions]
    found = []
    if "true" in words or "false" in words:
        found.append("Boolean")
    if words:
        found.append(f"Enum[{', '.join(map(_quoted, words))}]")
    if patterns:
        found.append(f"Pattern[{', '.join(patterns)}]")
    if len(found) > 1:
        return f"Variant[{', '.join(found)}]"
    return found[0] if found else "Any"


def _pattern(source: str, flags: int) -> str:
    source = _with_escaped_slashes(source)
    if not flags:
        return f"/{source}/"
    on = "".join(letter for letter, bit in _FLAGS if flags & bit)
    off = "".join(letter for letter, bit in _FLAGS if not flags & bit)
    return f"/(?{on}{'-' if off else ''}{off}:{source})/"


def _with_escaped_slashes(source: str) -> str:
    parts = source.split("/")
    return "".join(
        part if i == len(parts) - 1 else f"{part}/" if _ends_in_escape(part) else f"{part}\\/"
        for i, part in enumerate(parts)
    )


def _ends_in_escape(text: str) -> bool:
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
