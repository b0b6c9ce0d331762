"""Resource types that a module brings in Python: lib/duckrow/resources/NAME.py.

The file gives TABLE, which says what may be declared; BEHAVIOUR, if resources of the type are to be
applied, says what becomes of values and which providers look after them.
"""

from __future__ import annotations

from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_python_type(name: str, file: str, text: bytes) -> ResourceTypeTable:
    """Run a Python file of a module and take its TABLE."""
    loaded = f"The code loaded from {file}"
    names: dict[str, Any] = {"__name__": f"duckrow_resource_{name}", "__file__": file}
    try:
        exec(compile(text, file, "exec"), names)
    except Exception as error:
        raise EvaluationError(f"{loaded} failed: {type(error).__name__}: {error}") from error
    table = names.get("TABLE")
    if not isinstance(table, ResourceTypeTable):
        raise EvaluationError(f"{loaded} does not define the type '{name}' - TABLE is missing.")
    if table.name != name:
        raise EvaluationError(
            f"{loaded} produced type with the wrong name, expected {name}, actual {table.name}"
        )
    table.behaviour = names.get("BEHAVIOUR")
    return table
