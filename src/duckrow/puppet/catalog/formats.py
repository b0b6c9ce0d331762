"""A finished catalog as text: JSON, YAML, a drawing, or something to read.

    json    what an agent gets; the data is that of `to_data`
    yaml    the same data
    dot     what contains what (dashed) and what comes before what, for Graphviz
    text    the resources in their order, in the notation of the language

All of them work on the data, so a catalog that was kept in a file is written as well. JSON and
YAML carry secrets, since the machine needs them; what is made for reading leaves them out.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Data = dict[str, Any]

FORMATS = ("json", "yaml", "dot", "text")


def render(data: Data, format_: str) -> str:
    """Write the data of a catalog in one of the formats; it ends in a newline."""
    if format_ == "json":
        return json_text(data)
    if format_ == "yaml":
        from duckrow.puppet.catalog.formats_yaml import yaml_text

        return yaml_text(data)
    if format_ == "dot":
        from duckrow.puppet.catalog.formats_dot import dot_text

        return dot_text(data)
    if format_ == "text":
        from duckrow.puppet.catalog.formats_text import plain_text

        return plain_text(data)
    raise ValueError(f"there is no format {format_}")


def json_text(data: Data) -> str:
    """Write JSON, indented by two, in the order of the data."""
    try:
        import orjson

        options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
        return orjson.dumps(data, option=options).decode()
    except (ImportError, TypeError):  # orjson cannot write integers over 64 bits
        import json

        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def reference(resource: Data) -> str:
    """Name a resource."""
    return f"{resource['type']}[{resource['title']}]"
