"""convert_to: convert a value to another type before it is returned."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import HieraError
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.request import Request


def converted(key: str, convert_to: object, value: object, request: Request) -> Any:
    """Convert a value as lookup_options ask: to a type, with optional arguments."""
    from duckrow.puppet.types.parse import parse_type

    wanted = list(convert_to) if isinstance(convert_to, list) else [convert_to]
    wanted = wanted or [None]
    loaders = request.scope.build.loaders
    if isinstance(wanted[0], str):
        try:
            wanted[0] = parse_type(wanted[0], loaders.find_type)
        except DuckrowError as error:
            raise HieraError(
                f"Invalid data type in lookup_options for key '{key}' could not parse "
                f"'{wanted[0]}', error: '{error}"
            ) from None
    try:
        made = loaders.find_function("new", "")(request.scope, wanted[0], value, *wanted[1:])
    except DuckrowError as error:
        raise HieraError(
            f"The convert_to lookup_option for key '{key}' raised error: {error}"
        ) from None
    if request.explainer is not None:
        if isinstance(made, Sensitive):
            request.explainer.hide_last()
        from duckrow.puppet.types.format.convert import to_string

        request.explainer.text(
            f"Applying convert_to lookup_option with arguments {to_string(wanted)}"
        )
    return made
