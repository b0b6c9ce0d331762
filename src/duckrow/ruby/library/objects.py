"""Set, Struct, OpenStruct and Enumerator as classes."""

from __future__ import annotations

from duckrow.ruby.core.collections.enumerator import new_enumerator
from duckrow.ruby.core.collections.set_ import SetValue, new_set
from duckrow.ruby.core.collections.struct import STRUCT, new_open_struct, new_struct
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def _new_enumerator(
    _ruby: Interpreter, _self: RubyModule, _size: object = None, *, block: Proc | None = None
) -> object:
    if block is None:
        raise argument_error("no block given")
    return new_enumerator(block)


def _set_of(_ruby: Interpreter, _self: RubyModule, *items: object) -> SetValue:
    return SetValue(items)


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class, known_module

    object_ = known_class(ruby, "Object")
    set_ = RubyModule("Set", object_, singleton={"new": new_set, "[]": _set_of})
    struct = RubyModule("Struct", object_, methods=dict(STRUCT), singleton={"new": new_struct})
    enumerator = RubyModule("Enumerator", object_, singleton={"new": _new_enumerator})
    lazy = RubyModule("Enumerator::Lazy", enumerator)
    for each in (set_, struct, enumerator):
        each.includes.append(known_module(ruby, "Enumerable"))
    return {
        "Set": set_,
        "SortedSet": set_,
        "Struct": struct,
        "OpenStruct": RubyModule("OpenStruct", object_, singleton={"new": new_open_struct}),
        "Enumerator": enumerator,
        "Enumerator::Lazy": lazy,
    }
