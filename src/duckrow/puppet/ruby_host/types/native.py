"""Types that duckrow has, as classes and objects for Ruby code that names them.

The class is made from the table of the type; its objects show the attributes of resources of the
catalog, and objects that Ruby code makes become resources of the run.
"""

from __future__ import annotations

from duckrow.puppet.resources.index import find, find_of_module
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.objects import class_at, generate_class, intern
from duckrow.puppet.ruby_host.plain import plain
from duckrow.puppet.ruby_host.providers.base_classes import add_native_providers
from duckrow.puppet.ruby_host.types.logs import DESIRED, desired_of
from duckrow.puppet.ruby_host.types.native_rules import add_rules
from duckrow.puppet.ruby_host.types.values import collection_of
from duckrow.regexp import regexp
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.ruby.interpreter import Interpreter

_SHOWS = " shows"  # set for an object that only shows a resource that duckrow manages itself


def make_native(ruby: Interpreter, name: str) -> RubyModule | None:
    """Make the class of a type that duckrow has; None if it has no such type."""
    table = find(name) or find_of_module(name)
    if table is None:
        return None
    made = send(ruby, class_at(ruby, "Puppet::Type"), "newtype", symbol(name), block=_body(table))
    assert isinstance(made, RubyModule)
    return made


def _body(table: ResourceTypeTable) -> Proc:
    """Return the body of the class; the files of providers run after it."""

    def define(ruby: Interpreter, *, self: object = None) -> None:
        assert isinstance(self, RubyModule)
        _add_attributes(ruby, self, table)
        self.methods["[]="] = _set
        if len(table.namevars) > 1:
            names: list[object] = [[symbol(table.namevars[0])]]
            self.singleton["title_patterns"] = lambda _ruby, _self: [[regexp("(?m)(.*)"), names]]
        add_rules(ruby, self, table.name)
        add_native_providers(ruby, self, table.name)

    return Proc(define, 0, False)


def _set(ruby: Interpreter, self: RubyObject, name: object, value: object) -> object:
    """Set an attribute of a resource of the catalog, too, where the object stands for one."""
    desired = desired_of(self)
    word = intern(ruby, name)
    if desired is not None and value is not None and _SHOWS in self.variables:
        # Other values may come of this one, as the digest of a file's content does.
        desired.given = {**desired.given, word.name: plain(ruby, value)}
        desired.values.clear()
        desired.behaviour.fill(desired)
        self.variables["parameters"] = _attributes_of(ruby, self, desired)
        return value
    usual = class_at(ruby, "Puppet::Type").find_method("[]=")
    assert usual is not None
    return usual(ruby, self, word, value)


def _add_attributes(ruby: Interpreter, type_: RubyModule, table: ResourceTypeTable) -> None:
    for name in dict.fromkeys((*table.namevars, *table.parameters)):
        if name == "provider":
            send(ruby, type_, "providify")
            continue
        made = send(ruby, type_, "newparam", symbol(name))
        if name in table.namevars:
            send(ruby, made, "isnamevar")
        _add_values(ruby, made, table.parameters.get(name, ""))
    for name, values in table.properties.items():
        parent = class_at(ruby, f"Puppet::Property{'::Ensure' if name == 'ensure' else ''}")
        options = {symbol("parent"): parent}
        if name in table.lists:
            options[symbol("array_matching")] = symbol("all")  # type: ignore[assignment]
        made = send(ruby, type_, "newproperty", symbol(name), options)
        _add_values(ruby, made, values)


def _add_values(ruby: Interpreter, class_: RubyModule, values: str) -> None:
    collection = collection_of(class_)
    for word in values.split():
        is_pattern = len(word) > 1 and word[0] == word[-1] == "/"
        collection.add(ruby, regexp(word[1:-1]) if is_pattern else symbol(word))


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
        _SHOWS: True,
        "title": desired.title,
        "file": desired.file,
        "line": desired.line,
        "parameters": {},
    }
    desired.instance = made
    made.variables["parameters"] = _attributes_of(ruby, made, desired)
    return made


def _attributes_of(ruby: Interpreter, made: RubyObject, desired: Desired) -> dict[object, object]:
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
