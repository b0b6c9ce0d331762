"""Functions that read a data file for a Hiera hierarchy: yaml_data, json_data and hocon_data."""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.puppet.hiera.config import names_of_symbols
from duckrow.puppet.hiera.errors import HieraError
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.hiera.context import Context
    from duckrow.puppet.runtime.scope import Scope


NEEDS_PATH = (
    "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when "
    "using this {} function"
)


def data_function(
    name: str, run: Callable[[Scope, dict[str, object], Context], object]
) -> Function:
    """Make a data_hash function from a function that receives options with a path."""

    def without_path(_scope: Scope, _options: object, _context: Context) -> object:
        raise EvaluationError(f"'{name}' {NEEDS_PATH.format('data_hash')}")

    return Function(
        name,
        Form("Struct[{path=>String[1]}] options", "Puppet::LookupContext context", run=run),
        Form("Hash options", "Puppet::LookupContext context", run=without_path),
    )


def yaml_hash(scope: Scope, path: str, context: Context) -> dict[object, object]:
    """Return the hash in a YAML file; anything else is a warning and an empty hash."""

    def read(content: bytes) -> object:
        from duckrow.data import yaml

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


def _yaml_data(scope: Scope, options: dict[str, Any], context: Context) -> dict[object, object]:
    return yaml_hash(scope, options["path"], context)


# Return the hash in a YAML file.
YAML_DATA = data_function("yaml_data", _yaml_data)


def _json_data(_scope: Scope, options: dict[str, Any], context: Context) -> object:
    path = options["path"]

    def read(content: bytes) -> object:
        from duckrow.data import json

        try:
            return json.load(content, path)
        except DataError as error:
            raise HieraError(f"Unable to parse ({path}): {error}") from None

    return context.load(path, "json", read)


# Return the hash in a JSON file.
JSON_DATA = data_function("json_data", _json_data)


def _hocon_data(_scope: Scope, options: dict[str, Any], context: Context) -> object:
    path = options["path"]

    def read(content: bytes) -> object:
        from duckrow.data import hocon

        try:
            return hocon.load(content, path)
        except DataError as error:
            raise HieraError(f"Unable to parse ({path}): {error}") from None

    return context.load(path, "hocon", read)


# Return the hash in a HOCON file.
HOCON_DATA = data_function("hocon_data", _hocon_data)
