"""Resource types by name, native ones and defines, as one compile knows them."""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.runtime.definition import Definition
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def known_type(build: Any, type_name: str) -> tuple[str, object, Definition | None]:
    """Return the capitalised name and the definition of a resource type; cached per build."""
    name = type_name.removeprefix("::").lower()
    is_native = not type_name.startswith("::")  # as the reference reads it
    found: tuple[str, Any, Definition | None]
    if name == "class":
        found = ("Class", None, None)
    else:
        description = build.loaders.find_resource_type(name) if is_native else None
        definition = None
        if description is None:
            definition = build.loaders.find_define(name)
        elif type(description) is Definition:
            description, definition = None, description
        if description is None and definition is None:
            raise EvaluationError(
                f"Unknown resource type: '{type_name}'", missing=("resource type", type_name)
            )
        found = (capitalized(name), description, definition)
        if build.loaders.has_views:
            return found  # code of another module may not see it
    build.types[type_name] = found
    return found
