"""Objects of Ruby that show resources which duckrow manages itself."""

from __future__ import annotations

from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.objects import class_at, generate_class
from duckrow.puppet.ruby_host.types.logs import DESIRED
from duckrow.puppet.ruby_host.types.values import collection_of
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired
    from duckrow.ruby.interpreter import Interpreter

SHOWS = " shows"  # set for an object that only shows a resource


def object_of(ruby: Interpreter, desired: Desired) -> RubyObject:
    """Return the object of Ruby that represents a resource of the catalog."""
    known = desired.instance
    if isinstance(known, RubyObject):
        return known
    class_ = send(ruby, class_at(ruby, "Puppet::Type"), "type", symbol(desired.table.name))
    if not isinstance(class_, RubyModule):
        top = class_at(ruby, "Puppet::Type")
        class_ = generate_class(ruby, top, symbol(desired.table.name), top)
    made = RubyObject(class_)
    made.variables |= {
        DESIRED: desired,
        SHOWS: True,
        "title": desired.title,
        "file": desired.file,
        "line": desired.line,
        "parameters": {},
    }
    desired.instance = made
    made.variables["parameters"] = attributes_of(ruby, made, desired)
    return made


def attributes_of(ruby: Interpreter, made: RubyObject, desired: Desired) -> dict[object, object]:
    """Return the attributes of a resource as objects of their classes."""
    shown: dict[str, object] = {**desired.given, **desired.values}
    shown[desired.table.namevar] = desired.name
    found: dict[object, object] = {}
    for name, value in shown.items():
        attribute = send(ruby, made.class_, "attrclass", symbol(name))
        if isinstance(attribute, RubyModule) and value is not None:
            held = RubyObject(attribute)
            word = _as_symbol(ruby, attribute, to_ruby(value))
            should = word if isinstance(word, list) else [word]
            held.variables |= {"resource": made, "value": word, "should": should}
            found[symbol(name)] = held
    return found


def _as_symbol(ruby: Interpreter, attribute: RubyModule, value: object) -> object:
    return value if isinstance(value, list) else collection_of(attribute).munge(ruby, value)
