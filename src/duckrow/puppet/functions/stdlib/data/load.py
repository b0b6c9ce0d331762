"""loadjson(path, default) and loadyaml(path, default)."""

from __future__ import annotations

from duckrow.data.pson import load
from duckrow.puppet.functions.files.file import read_bytes
from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.stdlib.data.parse import read_or
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

ALIASES_SINCE = (9, 1)  # the release of stdlib


def load_function(name: str, read: Callable[[Scope, bytes, str], object]) -> LegacyFunction:
    """Make a load function; `read` receives the content of the file and its path."""

    def run(scope: Scope, arguments: list[object]) -> object:
        def load(path: Any) -> object:
            if type(path) is not str:
                raise no_method("start_with?", path)
            if path.startswith(("http://", "https://")):
                raise EvaluationError(f"{name}(): data is not loaded from the network: {path}")
            if scope.build.world.exists(path):
                return read(scope, read_bytes(scope, path), path)
            scope.build.log("warning", f"Can't load '{path}' File does not exist!", scope.label)
            return None

        return read_or(arguments[0], arguments[1] if len(arguments) > 1 else None, load)

    return LegacyFunction(name, run, arity=-2)


def _loadjson_read(_scope: Scope, content: bytes, _path: str) -> object:
    return load(content.decode("utf-8", "surrogateescape"))


# Load data from a JSON file.
LOADJSON = load_function("loadjson", _loadjson_read)


def _loadyaml_read(scope: Scope, content: bytes, path: str) -> object:
    from duckrow.puppet.functions.stdlib.helpers.yaml_reader import (
        read_yaml,
        read_yaml_with_aliases,
    )

    module = scope.build.loaders.find_module("stdlib")
    has_aliases = module is not None and module.version >= ALIASES_SINCE
    return read_yaml_with_aliases(content, path) if has_aliases else read_yaml(content, path)


# Load data from a YAML file.
LOADYAML = load_function("loadyaml", _loadyaml_read)
