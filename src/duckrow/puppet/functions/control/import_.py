"""import(arguments...): fail: the statement was removed from the language."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from duckrow.puppet.runtime.scope import Scope


def _import(_scope: Scope, *_arguments: object) -> NoReturn:
    raise EvaluationError(
        "Use of 'import' has been discontinued in favor of a manifest directory. "
        "See http://links.puppet.com/puppet-import-deprecation",
        "discontinued-import",
    )


IMPORT = Function("import", Form("Any args*", run=_import))
