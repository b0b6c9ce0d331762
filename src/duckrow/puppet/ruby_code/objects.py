"""Objects of the language as Ruby code sees them: a LookupContext, an Error, those of own types."""

from __future__ import annotations

from duckrow.puppet.ruby_code.calling import call
from duckrow.puppet.ruby_code.host import scope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class ObjectHost:
    """An object: its attributes and functions are methods."""

    __slots__ = ("puppet_value",)

    def __init__(self, value: Any) -> None:
        self.puppet_value = value

    @property
    def ruby_class_name(self) -> str:
        return str(self.puppet_value.base_type.type_name or "Object")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectHost) and bool(self.puppet_value == other.puppet_value)

    def __hash__(self) -> int:
        return hash(self.puppet_value)

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        from duckrow.puppet.runtime.members import member_of

        return member_of(self.puppet_value, name) is not None

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        from duckrow.puppet.runtime.members import member_of

        member = member_of(self.puppet_value, name)
        if member is not None:
            return call(ruby, member, scope_of(ruby), list(arguments), block)
        if name in ("to_s", "inspect"):
            from duckrow.puppet.types.format.interpolated import interpolated

            return interpolated(self.puppet_value)
        from duckrow.puppet.ruby_code.scope import everybodys

        return everybodys(ruby, self, name, arguments, block)
