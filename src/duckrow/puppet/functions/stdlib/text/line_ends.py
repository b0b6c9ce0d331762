"""dos2unix(string) and unix2dos(string)."""

from __future__ import annotations

import re

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _dos2unix(_scope: Scope, arguments: list[object]) -> str:
    """Change line endings to those of Unix."""
    if type(arguments[0]) is not str:
        raise EvaluationError("dos2unix(): Requires string as argument")
    return arguments[0].replace("\r\n", "\n")


DOS2UNIX = LegacyFunction("dos2unix", _dos2unix, arity=1)


def _unix2dos(_scope: Scope, arguments: list[object]) -> str:
    """Change line endings to those of DOS."""
    text = arguments[0]
    if type(text) is not str:
        raise EvaluationError("unix2dos(): Requires string as argument")
    return re.sub(r"\r*\n", "\r\n", text)


UNIX2DOS = LegacyFunction("unix2dos", _unix2dos, arity=1)
