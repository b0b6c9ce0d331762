"""The automatic relationships of a resource: what the blocks of autorequire and the like return."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import flat
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import Proc, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.ruby.interpreter import Interpreter


def related(
    ruby: Interpreter, resource: RubyObject, kind: str
) -> Iterator[tuple[str, list[object]]]:
    """Return the types and the titles or resources of one kind of automatic relationship."""
    from duckrow.puppet.ruby_host.types.known import table
    from duckrow.puppet.ruby_host.types.type_class import PLURALS

    for name, block in list(table(resource.class_, PLURALS[kind]).items()):
        assert isinstance(block, Proc)
        found = flat(block.with_self(ruby, resource))
        yield name.name, [each for each in found if each is not None]


def title_of(ruby: Interpreter, related_: object) -> object:
    """Return the title of what a block returned: a resource, or a title itself."""
    return send(ruby, related_, "title") if isinstance(related_, RubyObject) else related_
