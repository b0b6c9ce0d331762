"""Write types for messages: aliases of users are followed by their types."""

from __future__ import annotations

from duckrow.puppet.types.data import DATA, RICH_DATA, RICH_DATA_KEY
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.objects.object_text import write_expanded
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set import TypeSetType
from duckrow.puppet.types.objects.type_set_text import write_type_set
from duckrow.puppet.types.type_text import SetWriter, Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type

# Names that the language defines need no explanation.
_OWN = frozenset(known.alias for known in (DATA, RICH_DATA_KEY, RICH_DATA))


def expanded(type_: Type) -> str:
    """Write a type; each alias in it is followed by its type."""
    return _ExpandingWriter().write(type_)


def shown(type_: Type) -> str:
    """Write a type; an alias is followed by its type."""
    if isinstance(type_, AliasType | ObjectType | TypeSetType):
        return expanded(type_)
    return Writer().write(type_)


class _ExpandingWriter(Writer):
    """Writes aliases with their types, but not again inside of themselves.

    Once an alias was met inside of itself, no recursive alias is expanded until the writing of an
    expanded one ends.
    """

    __slots__ = ("met_again", "open")

    def __init__(self) -> None:
        super().__init__()
        self.open: set[str] = set()
        self.met_again = False

    def write(self, type_: Type) -> str:
        """Write a type."""
        if isinstance(type_, ObjectType):
            return write_expanded(type_, Writer().write)
        if isinstance(type_, TypeSetType):
            return write_type_set(type_, Writer().write, SetWriter(type_).write, is_expanded=True)
        if not isinstance(type_, AliasType) or type_.alias in _OWN:
            return super().write(type_)
        if not type_.is_recursive:
            return f"{type_.alias} = {self.write(type_.resolved)}"
        self.met_again = self.met_again or type_.alias in self.open
        if self.met_again:
            return type_.alias
        self.open.add(type_.alias)
        text = f"{type_.alias} = {self.write(type_.resolved)}"
        self.open.remove(type_.alias)
        self.met_again = False
        return text
