"""The functions that give the data of a file to a hierarchy: what they have in common."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

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


def data_function(name: str, run: Callable[[Scope, dict[str, Any], Context], Any]) -> Function:
    """Make a data_hash function of one that is given options with a path."""

    def without_path(_scope: Scope, _options: Any, _context: Context) -> Any:
        raise EvaluationError(f"'{name}' {NEEDS_PATH.format('data_hash')}")

    return Function(
        name,
        Form("Struct[{path=>String[1]}] options", "Puppet::LookupContext context", run=run),
        Form("Hash options", "Puppet::LookupContext context", run=without_path),
    )
