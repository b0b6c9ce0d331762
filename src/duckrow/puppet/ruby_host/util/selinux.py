"""Puppet::Util::SELinux on a host whose Ruby has no bindings of SELinux, as ours has none."""

from __future__ import annotations

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_PARTS = ("seluser", "selrole", "seltype", "selrange")


def _part(ruby: Interpreter, _self: object, component: object, context: object) -> str | None:
    """Return one part of a context such as user_u:role_r:type_t:s0."""
    name, text = to_s(ruby, component), to_s(ruby, context)
    parts = text.split(":", 3)
    if context is None or text == "unlabeled" or len(parts) < 3 or name not in _PARTS:
        return None
    return dict(zip(_PARTS, parts, strict=False)).get(name)


def _nothing(_ruby: Interpreter, _self: object, *_: object) -> None:
    return None


METHODS: dict[str, Callable[..., object]] = {
    "selinux_support?": lambda _ruby, _self: False,
    "selinux_label_support?": lambda _ruby, _self, _file: False,
    "get_selinux_current_context": _nothing,
    "get_selinux_default_context": _nothing,
    "set_selinux_context": _nothing,
    "set_selinux_default_context": _nothing,
    "selinux_category_to_label": lambda _ruby, _self, category: category,
    "parse_selinux_context": _part,
}


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the module."""
    name = "Puppet::Util::SELinux"
    return {name: RubyModule(name, is_class=False, methods=METHODS, singleton=METHODS)}
