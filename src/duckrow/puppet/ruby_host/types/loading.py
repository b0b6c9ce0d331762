"""The files of types and providers: found in the `lib` directories of modules and run once.

A provider in Python takes the place of the Ruby file of the same name.
"""

from __future__ import annotations

from duckrow.machine.paths import names_in
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import class_at
from duckrow.puppet.ruby_host.providers.python import find_python, provide_python
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.ruby.interpreter import Interpreter


def load_type(ruby: Interpreter, name: str) -> None:
    """Run lib/puppet/type/NAME.rb of a module, or make the class of a type that duckrow has."""
    host = machine_host(ruby)
    if host.files.require(ruby, f"puppet/type/{name}") is None:
        send(ruby, class_at(ruby, "Puppet::Type"), "make_native", name)


def load_provider(ruby: Interpreter, type_: RubyModule, name: str) -> None:
    """Run lib/puppet/provider/TYPE/NAME.rb, if a module has it."""
    type_name = str(type_.variables["name"])
    file = find_python(ruby, type_name, name)
    if file is not None:
        provide_python(ruby, type_, name, file)
    else:
        machine_host(ruby).files.require(ruby, f"puppet/provider/{type_name}/{name}")


def load_providers(ruby: Interpreter, type_: RubyModule) -> None:
    """Run the files of all providers of a type: only then its default provider is known.

    A provider whose file needs something that this Ruby lacks is left out; a resource that asks for
    it fails.
    """
    type_name = str(type_.variables["name"])
    names = _provider_names(machine_host(ruby).directories, type_name)
    if names:
        send(ruby, type_, "providify")  # also if all of them are broken
    for name in names:
        try:
            load_provider(ruby, type_, name)
        except UnsupportedError as error:
            broken_providers(type_)[name] = error


def broken_providers(type_: RubyModule) -> dict[str, UnsupportedError]:
    """Return the providers of a type that could not be loaded, each with the reason."""
    found = type_.variables.setdefault(" broken providers", {})
    assert isinstance(found, dict)
    return found


def _provider_names(directories: Sequence[str], type_name: str) -> list[str]:
    """Return the names of the provider files of a type, in the order in which they are loaded."""
    found: dict[str, None] = {}
    for directory in directories:
        for below, ending in (("puppet/provider", ".rb"), ("duckrow/providers", ".py")):
            try:
                names = sorted(names_in(f"{directory}/{below}/{type_name}"))
            except OSError:
                continue
            found |= dict.fromkeys(
                name.removesuffix(ending) for name in names if name.endswith(ending)
            )
    return list(found)
