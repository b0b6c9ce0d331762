"""fail(values...): stop the compilation with a message."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _fail(_scope: Scope, arguments: list[object]) -> None:
    raise EvaluationError(" ".join(map(to_text, arguments)))


FAIL = LegacyFunction("fail", _fail, is_statement=True)
