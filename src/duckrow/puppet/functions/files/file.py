"""file(paths...) and binary_file(path): the content of a file."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.module_files import FILES, find_in_module
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.files import read_file
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.values.binary import Binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def _file(scope: Scope, arguments: list[Any]) -> str:
    """Return the content of the first file that exists."""
    for name in arguments:
        path = find_in_module(scope, name, FILES)
        if path is not None:
            return read_text(scope, path)
    raise EvaluationError(f"Could not find any files from {', '.join(map(to_text, arguments))}")


def read_text(scope: Scope, path: str) -> str:
    """Return the text of a file. Bytes that are not UTF-8 become surrogates."""
    data = read_bytes(scope, path)
    return data.removeprefix(_BYTE_ORDER_MARK).decode("utf-8", "surrogateescape")


def read_bytes(scope: Scope, path: str) -> bytes:
    """Return the content of a file."""
    return read_file(scope.build.world, path)


FILE = LegacyFunction("file", _file, arity=-2)


def _binary_file(scope: Scope, name: str) -> Binary:
    """Return the content of a file as a Binary."""
    path = find_in_module(scope, name, FILES)
    if path is None:
        raise EvaluationError(f"binary_file(): The given file '{name}' does not exist")
    return Binary(read_bytes(scope, path))


BINARY_FILE = Function("binary_file", Form("String path", run=_binary_file))
