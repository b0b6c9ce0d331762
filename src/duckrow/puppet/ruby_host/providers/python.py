"""Providers in Python for types in Ruby: lib/duckrow/providers/TYPE/NAME.py of a module.

Such a file takes the place of the Ruby file of the same name, which is not read. It has a class
PROVIDER, a Provider of the engine. For Ruby code it is a provider class without methods, which the
type finds, prefers and refuses like any other.
"""

from __future__ import annotations

from duckrow.machine.paths import read_bytes
from duckrow.puppet.providers.base import Provider
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.ruby.interpreter import Interpreter

_PROVIDER = " provider in Python"


class PythonFileError(UnsupportedError):
    """A file of a provider in Python that does not work: the resources that ask for it fail."""


def find_python(ruby: Interpreter, type_name: str, name: str) -> str | None:
    """Return the path of the Python file of a provider, or None."""
    return machine_host(ruby).files.find(f"duckrow/providers/{type_name}/{name}.py")


def provide_python(ruby: Interpreter, type_: RubyModule, name: str, file: str) -> None:
    """Make the class that stands for a provider in Python."""
    machine = machine_host(ruby).machine("a provider in Python")
    made = _read(file, name, machine)
    class_ = send(ruby, type_, "provide", symbol(name))
    assert isinstance(class_, RubyModule)
    class_.variables[_PROVIDER] = made
    class_.singleton["suitable?"] = lambda _ruby, _self, *_: made.is_suitable(machine)
    for feature in sorted(made.features):
        send(ruby, class_, "has_feature", symbol(feature))


def python_provider(class_: RubyModule | None) -> Provider | None:
    """Return the provider in Python that a class stands for, or None."""
    found = None if class_ is None else class_.variables.get(_PROVIDER)
    return found if isinstance(found, Provider) else None


def _read(file: str, name: str, machine: Machine) -> Provider:
    """Run a file and make its provider."""
    names: dict[str, object] = {"__name__": f"duckrow_provider_{name}", "__file__": file}
    try:
        exec(compile(read_bytes(file), file, "exec"), names)
        found = names.get("PROVIDER")
        if not (isinstance(found, type) and issubclass(found, Provider)):
            raise PythonFileError(f"{file} defines no class PROVIDER that is a Provider")
        made: Provider = found()
        made.name = made.name or name
        made.bind(machine)
    except PythonFileError:
        raise
    except (Exception, SystemExit) as error:
        raise PythonFileError(f"{file} failed with {type(error).__name__}: {error}") from error
    return made
