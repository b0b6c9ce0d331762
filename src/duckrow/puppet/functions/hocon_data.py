"""Give the hash in a HOCON file to a hierarchy."""

from __future__ import annotations

from duckrow.puppet.functions.data_function import data_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.context import Context
    from duckrow.puppet.runtime.scope import Scope


def _hocon_data(_scope: Scope, options: dict[str, Any], context: Context) -> Any:
    path = options["path"]

    def read(content: bytes) -> Any:
        from duckrow.data import hocon
        from duckrow.data.errors import DataError
        from duckrow.puppet.hiera.errors import HieraError

        try:
            return hocon.load(content, path)
        except DataError as error:
            raise HieraError(f"Unable to parse ({path}): {error}") from None

    return context.load(path, "hocon", read)


FUNCTION = data_function("hocon_data", _hocon_data)
