"""Arrays: variables with indices."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import DEFAULT
from duckrow.cfengine.evaluation.variables.collections import elements_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def array_indices(context: Context, name: str) -> list[str]:
    """Return the next index of all elements below a name, each once, in table order."""
    return list(dict.fromkeys(indices[0] for indices, _ in elements_of(context, name)))


def whole_name(name: str) -> str:
    """Return the name of an array to set; a bundle without a namespace is in `default`."""
    head = name.partition("[")[0]
    return f"{DEFAULT}:{name}" if "." in head and ":" not in head else name
