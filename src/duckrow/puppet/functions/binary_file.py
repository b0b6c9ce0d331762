"""Give the content of a file as a Binary."""

from __future__ import annotations

from duckrow.puppet.functions.file import read_bytes
from duckrow.puppet.functions.module_files import FILES, find_in_module
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.values.binary import Binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _binary_file(scope: Scope, name: str) -> Binary:
    path = find_in_module(scope, name, FILES)
    if path is None:
        raise EvaluationError(f"binary_file(): The given file '{name}' does not exist")
    return Binary(read_bytes(scope, path))


FUNCTION = Function("binary_file", Form("String path", run=_binary_file))
