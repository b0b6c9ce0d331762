"""Puppet::Application: code of a provider can end the run after its resource."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import class_at
from duckrow.puppet.ruby_host.types.catalog import current_catalog
from duckrow.ruby.constants import known_class
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.library.host.asking import rejected
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_NAME = "Puppet::Application"


def _stop(ruby: Interpreter, _self: object) -> object:
    """Let the run skip all resources that come after this one."""
    catalog = current_catalog(class_at(ruby, "Puppet::Resource::Catalog"))
    if catalog is None:
        raise UnsupportedError("Puppet::Application.stop! outside of a run")
    catalog.is_stopped = True
    return None


def _is_stopped(ruby: Interpreter, _self: object) -> bool:
    catalog = current_catalog(class_at(ruby, "Puppet::Resource::Catalog"))
    return catalog is not None and catalog.is_stopped


METHODS: dict[str, Callable[..., object]] = {
    "stop!": _stop,
    "stop_requested?": _is_stopped,
    "interrupted?": _is_stopped,
    "restart!": rejected(f"{_NAME}.restart!"),
    "restart_requested?": lambda _ruby, _self: False,
    "clear?": lambda ruby, self: not _is_stopped(ruby, self),
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    return {_NAME: RubyModule(_NAME, known_class(ruby, "Object"), singleton=METHODS)}
