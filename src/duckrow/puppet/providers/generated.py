"""The metaparameters that a resource passes on to the resources that it generates."""

from __future__ import annotations

from duckrow.puppet.runtime.definition import METAPARAMETERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.providers.base import Desired

# Not `alias`: there can be only one of that name.
TAKEN_OVER = tuple(name for name in METAPARAMETERS if name not in ("alias", "stage"))


def metaparameters_of(desired: Desired) -> dict[str, Any]:
    """Return the metaparameters that a resource passes on."""
    values = desired.values
    found = {name: values[name] for name in TAKEN_OVER if values.get(name) is not None}
    # Lists grow: each resource has its own.
    return {name: list(each) if type(each) is list else each for name, each in found.items()}
