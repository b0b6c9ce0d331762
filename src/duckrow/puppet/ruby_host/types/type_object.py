"""Puppet::Type, the objects: one resource with its attributes and its provider."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import class_at, reader, writer
from duckrow.puppet.ruby_host.types import metaparameters, type_class
from duckrow.puppet.ruby_host.types.known import attributes
from duckrow.puppet.ruby_host.types.logs import desired_of
from duckrow.puppet.ruby_host.types.object_attributes import ATTRIBUTES
from duckrow.puppet.ruby_host.types.object_making import MAKING
from duckrow.puppet.ruby_host.types.object_names import NAMES
from duckrow.puppet.ruby_host.types.object_state import STATE
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter


def make(ruby: Interpreter) -> dict[str, object]:
    """Return Puppet::Type."""
    type_ = RubyModule(
        "Puppet::Type",
        known_class(ruby, "Object"),
        methods=METHODS,
        singleton={**type_class.CLASS_METHODS, "make_native": _make_native},
    )
    names = ("Puppet::Util", "Puppet::Util::Errors", "Puppet::Util::Logging")
    type_.includes += [class_at(ruby, name) for name in names]
    type_.extensions.append(class_at(ruby, "Puppet::Util"))
    metaparameters.add_metaparameters(ruby, type_)
    return {"Puppet::Type": type_}


def _make_native(ruby: Interpreter, _self: RubyModule, name: object) -> object:
    from duckrow.puppet.ruby_host.types.native import make_native

    return make_native(ruby, to_s(ruby, name))


def _finish(ruby: Interpreter, self: RubyObject) -> list[object]:
    """Tell the attributes that the catalog is complete."""
    for each in list(attributes(self).values()):
        if responds_to(ruby, each, "post_compile"):
            send(ruby, each, "post_compile")
    return []


def _event(_ruby: Interpreter, _self: RubyObject, options: object = None) -> object:
    return options


def _set_flag(name: str) -> Method:
    def set_(_ruby: Interpreter, self: RubyObject) -> bool:
        self.variables[name] = True
        return True

    return set_


def _version(_ruby: Interpreter, self: RubyObject) -> object:
    desired = desired_of(self)
    return getattr(None if desired is None else desired.catalog, "version", 0)


def _relations(kind: str) -> Method:
    def ask(ruby: Interpreter, self: RubyObject, *_: object) -> list[object]:
        from duckrow.puppet.ruby_host.types.relations import related

        return [other for _, others in related(ruby, self, kind) for other in others]

    return ask


METHODS: Methods = {
    **MAKING,
    **ATTRIBUTES,
    **NAMES,
    **STATE,
    **{name: reader(name) for name in ("file", "line", "catalog", "exported", "virtual")},
    **{f"{name}=": writer(name) for name in ("file", "line", "catalog", "exported", "virtual")},
    **{kind: _relations(kind) for kind in type_class.PLURALS},
    "event": _event,
    "version": _version,
    "purging": _set_flag("purging"),
    "purging?": lambda _ruby, self: self.variables.get("purging", False),
    "virtual?": lambda _ruby, self: self.variables.get("virtual") not in (None, False),
    "exported?": lambda _ruby, self: self.variables.get("exported") not in (None, False),
    "isomorphic?": lambda ruby, self: send(ruby, self.class_, "isomorphic?"),
    "self_refresh?": lambda ruby, self: send(ruby, self.class_, "self_refresh"),
    "depthfirst?": lambda _ruby, _self: False,
    "ancestors": lambda _ruby, _self: [],
    "pre_run_check": lambda _ruby, _self: None,
    "finish": _finish,
    "builddepends": lambda _ruby, _self: [],
    "appliable_to_host?": lambda ruby, self: send(
        ruby, self.class_, "can_apply_to", symbol("host")
    ),
    "appliable_to_device?": lambda ruby, self: send(
        ruby, self.class_, "can_apply_to", symbol("device")
    ),
}
