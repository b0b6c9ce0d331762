"""Puppet::Util::TagSet: the tags of a catalog or a resource, as Ruby code sees them."""

from __future__ import annotations

from duckrow.ruby.core.collections.iteration import iterate
from duckrow.ruby.core.collections.set_ import METHODS, SetValue
from duckrow.ruby.library import find_in_library
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def _to_yaml(ruby: Interpreter, self: TagSet) -> object:
    from duckrow.ruby.library.yaml_write import dump  # 12 ms that nearly no code needs

    return dump(ruby, list(iterate(ruby, self)))


class TagSet(SetValue):
    """A set of tags."""

    __slots__ = ()

    ruby_class_name = "Puppet::Util::TagSet"
    ruby_methods = {  # noqa: RUF012
        **METHODS,
        "to_data_hash": lambda ruby, self: list(iterate(ruby, self)),
        "to_yaml": _to_yaml,
    }


def tag_set_class(ruby: Interpreter) -> RubyModule:
    """Return the class, as a constant of Ruby."""

    def new(ruby: Interpreter, _self: RubyModule, tags: object = ()) -> TagSet:
        return TagSet(iterate(ruby, tags))

    return RubyModule("Puppet::Util::TagSet", find_in_library(ruby, "Set"), singleton={"new": new})
