"""Puppet::Parser::Functions in spec files: functions that specs define for the compiles."""

from __future__ import annotations

from duckrow.puppet.ruby_code.older_functions import FunctionsModule, older_function
from duckrow.spec.host import suite_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class SpecFunctions(FunctionsModule):
    """Puppet::Parser::Functions: a new function is one of all compiles that follow."""

    __slots__ = ()

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        if name != "newfunction":
            return super().ruby_send(ruby, name, arguments, block)
        made, answer = older_function(ruby, *arguments, block=block)
        suite_of(ruby).compiler.add_function(made)
        return answer
