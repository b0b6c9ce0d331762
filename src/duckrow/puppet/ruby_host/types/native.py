"""Types that duckrow has, as classes and objects for Ruby code that names them.

The class is made from the table of the type; its objects show the attributes of resources of the
catalog, and objects that Ruby code makes become resources of the run.
"""

from __future__ import annotations

from duckrow.puppet.resources.index import find, find_of_module
from duckrow.puppet.ruby_host.objects import class_at, intern
from duckrow.puppet.ruby_host.plain import plain
from duckrow.puppet.ruby_host.providers.base_classes import add_native_providers
from duckrow.puppet.ruby_host.types.logs import desired_of
from duckrow.puppet.ruby_host.types.native_provider import NATIVE, retrieve
from duckrow.puppet.ruby_host.types.native_rules import add_rules
from duckrow.puppet.ruby_host.types.shown import SHOWS, attributes_of
from duckrow.puppet.ruby_host.types.values import collection_of
from duckrow.regexp import regexp
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.ruby.interpreter import Interpreter


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
        self.methods |= {"[]=": _set, "retrieve": retrieve}
        if len(table.namevars) > 1:
            names: list[object] = [[symbol(table.namevars[0])]]
            self.singleton["title_patterns"] = lambda _ruby, _self: [[regexp("(?m)(.*)"), names]]
        if table.name == "service":  # its state is read only if somebody asks for it
            self.singleton["needs_ensure_retrieved"] = lambda _ruby, _self: False
        self.variables[NATIVE] = table
        add_rules(ruby, self, table.name)
        add_native_providers(ruby, self, table.name)

    return Proc(define, 0, False)


def _set(ruby: Interpreter, self: RubyObject, name: object, value: object) -> object:
    """Set an attribute of a resource of the catalog, too, where the object stands for one."""
    desired = desired_of(self)
    word = intern(ruby, name)
    if desired is not None and value is not None and SHOWS in self.variables:
        # Other values may come of this one, as the digest of a file's content does.
        desired.given = {**desired.given, word.name: plain(ruby, value)}
        desired.values.clear()
        desired.behaviour.fill(desired)
        self.variables["parameters"] = attributes_of(ruby, self, desired)
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
        if name == "ensure":  # the type of duckrow has the default of its own
            made.methods["default"] = lambda _ruby, _self: None
        _add_values(ruby, made, values)


def _add_values(ruby: Interpreter, class_: RubyModule, values: str) -> None:
    collection = collection_of(class_)
    for word in values.split():
        is_pattern = len(word) > 1 and word[0] == word[-1] == "/"
        collection.add(ruby, regexp(word[1:-1]) if is_pattern else symbol(word))
