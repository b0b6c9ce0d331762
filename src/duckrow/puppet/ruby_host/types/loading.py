"""The files of types and providers: found in the `lib` directories of modules and run once."""

from __future__ import annotations

from duckrow.machine.paths import names_in
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def load_type(ruby: Interpreter, name: str) -> None:
    """Run lib/puppet/type/NAME.rb of a module, or make the class of a type that duckrow has."""
    host = machine_host(ruby)
    if host.files.require(ruby, f"puppet/type/{name}") is None:
        from duckrow.puppet.ruby_host.types.native import make_native

        make_native(ruby, name)


def load_provider(ruby: Interpreter, type_name: str, name: str) -> None:
    """Run lib/puppet/provider/TYPE/NAME.rb, if a module has it."""
    machine_host(ruby).files.require(ruby, f"puppet/provider/{type_name}/{name}")


def load_providers(ruby: Interpreter, type_: RubyModule) -> None:
    """Run the files of all providers of a type: only then its default provider is known.

    A provider whose file needs something that this Ruby lacks is left out, with a warning if a
    resource asks for it.
    """
    host = machine_host(ruby)
    type_name = str(type_.variables["name"])
    for directory in host.directories:
        place = f"{directory}/puppet/provider/{type_name}"
        try:
            names = sorted(names_in(place))
        except OSError:
            continue
        for name in names:
            if name.endswith(".rb"):
                try:
                    host.files.require(ruby, f"{place}/{name}")
                except UnsupportedError as error:
                    broken = type_.variables.setdefault(" broken providers", {})
                    assert isinstance(broken, dict)
                    broken[name.removesuffix(".rb")] = error
