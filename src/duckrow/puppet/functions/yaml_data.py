"""Give the hash in a YAML file to a hierarchy."""

from __future__ import annotations

from duckrow.puppet.functions.data_function import data_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.context import Context
    from duckrow.puppet.runtime.scope import Scope


def yaml_hash(scope: Scope, path: str, context: Context) -> dict[Any, Any]:
    """Give the hash in a YAML file; what is none counts as empty, with a warning."""
    from duckrow.puppet.hiera.config import names_of_symbols
    from duckrow.puppet.hiera.errors import HieraError
    from duckrow.puppet.values.keys import to_key

    def read(content: bytes) -> Any:
        from duckrow.data import yaml
        from duckrow.data.errors import DataError

        try:
            return names_of_symbols(yaml.load(content, path, to_key))
        except DataError as error:
            raise HieraError(f"Unable to parse {error}") from None

    data = context.load(path, "yaml", read)
    if isinstance(data, dict):
        return data
    message = f"{path}: file does not contain a valid yaml hash"
    if scope.build.settings.strict == "error" and data is not None and data is not False:
        raise HieraError(message)
    scope.build.log("warning", message)
    return {}


def _yaml_data(scope: Scope, options: dict[str, Any], context: Context) -> dict[Any, Any]:
    return yaml_hash(scope, options["path"], context)


FUNCTION = data_function("yaml_data", _yaml_data)
