"""Give the hash in a JSON file to a hierarchy."""

from __future__ import annotations

from duckrow.puppet.functions.data_function import data_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.context import Context
    from duckrow.puppet.runtime.scope import Scope


def _json_data(_scope: Scope, options: dict[str, Any], context: Context) -> Any:
    path = options["path"]

    def read(content: bytes) -> Any:
        from duckrow.data import json
        from duckrow.data.errors import DataError
        from duckrow.puppet.hiera.errors import HieraError

        try:
            return json.load(content, path)
        except DataError as error:
            raise HieraError(f"Unable to parse ({path}): {error}") from None

    return context.load(path, "json", read)


FUNCTION = data_function("json_data", _json_data)
