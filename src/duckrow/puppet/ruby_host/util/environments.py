"""Puppet.lookup, Puppet::Module and environments, as far as code on a host needs them."""

from __future__ import annotations

from duckrow.machine.paths import is_file, read_bytes
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class ModuleValue(TableValue):
    """A module by its directory."""

    __slots__ = ("path",)

    ruby_class_name = "Puppet::Module"

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """Its name, which is that of the directory."""
        return self.path.rpartition("/")[2]

    def metadata(self) -> dict[str, object]:
        """Read metadata.json; empty if there is none."""
        from duckrow.data.json import load

        path = f"{self.path}/metadata.json"
        found = load(read_bytes(path), path) if is_file(path) else {}
        return found if isinstance(found, dict) else {}


def _below(part: str) -> Callable[..., object]:
    return lambda _ruby, self: f"{self.path}/{part}"


ModuleValue.ruby_methods = {
    "name": lambda _ruby, self: self.name,
    "path": lambda _ruby, self: self.path,
    "to_s": lambda _ruby, self: f"Module {self.name}({self.path})",
    "metadata": lambda _ruby, self: to_ruby(self.metadata()),
    "version": lambda _ruby, self: self.metadata().get("version"),
    "file": lambda ruby, self, name: _file(ruby, self, "files", name),
    "template": lambda ruby, self, name: _file(ruby, self, "templates", name),
    "files": _below("files"),
    "plugin_directory": _below("lib"),
    "manifests": _below("manifests"),
}


def _file(ruby: Interpreter, self: ModuleValue, part: str, name: object) -> str | None:
    path = f"{self.path}/{part}/{to_s(ruby, name)}"
    return path if is_file(path) else None


class EnvironmentValue(TableValue):
    """The environment of the run."""

    __slots__ = ()

    ruby_class_name = "Puppet::Node::Environment"


def module_named(ruby: Interpreter, name: str) -> ModuleValue | None:
    """Find a module of the run by name."""
    for directory in machine_host(ruby).directories:
        path = directory.removesuffix("/lib")
        if path.rpartition("/")[2] == name:
            return ModuleValue(path)
    return None


def _module(ruby: Interpreter, _self: object, name: object, *_: object) -> ModuleValue | None:
    return module_named(ruby, to_s(ruby, name).rpartition("/")[2])


def _modules(ruby: Interpreter, _self: object) -> list[object]:
    return [ModuleValue(each.removesuffix("/lib")) for each in machine_host(ruby).directories]


def module_path(ruby: Interpreter) -> list[str]:
    """List the directories of the modules of the run."""
    parents = (
        each.removesuffix("/lib").rpartition("/")[0] for each in machine_host(ruby).directories
    )
    return list(dict.fromkeys(parents))


def _modulepath(ruby: Interpreter, _self: object) -> list[str]:
    return module_path(ruby)


def _name(ruby: Interpreter, _self: object) -> object:
    return symbol(to_s(ruby, machine_host(ruby).settings["environment"] or "production"))


def _each_plugin_directory(ruby: Interpreter, _self: object, *, block: Proc) -> None:
    for directory in machine_host(ruby).directories:
        block(ruby, directory)


EnvironmentValue.ruby_methods = {
    "name": _name,
    "to_s": lambda ruby, self: to_s(ruby, _name(ruby, self)),
    "modulepath": _modulepath,
    "full_modulepath": _modulepath,
    "modules": _modules,
    "module": _module,
    "each_plugin_directory": _each_plugin_directory,
    "get": lambda _ruby, self, *_: self,
    "get!": lambda _ruby, self, *_: self,
}


def lookup(ruby: Interpreter, _self: object, name: object, *, block: Proc | None = None) -> object:
    """Return something of the run by name."""
    word = to_s(ruby, name)
    if word in ("current_environment", "root_environment", "environments"):
        return EnvironmentValue()
    if block is not None:
        return block(ruby)
    raise UnsupportedError(f"Puppet.lookup(:{word})")


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes."""
    object_ = known_class(ruby, "Object")
    return {
        "Puppet::Module": RubyModule("Puppet::Module", object_, singleton={"find": _module}),
        "Puppet::Node": RubyModule("Puppet::Node", object_),
        "Puppet::Node::Environment": RubyModule("Puppet::Node::Environment", object_),
    }
