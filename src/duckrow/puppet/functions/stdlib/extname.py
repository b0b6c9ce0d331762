"""stdlib::extname(path): gives the extension of a file name, with its dot."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.path_names import extension
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _extname(_scope: Scope, path: str) -> str:
    return extension(path)


FUNCTION = Function("stdlib::extname", Form("String filename", run=_extname, returns="String"))
