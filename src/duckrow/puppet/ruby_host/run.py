"""The Ruby types of one run: one host, and the behaviour of each type that modules bring.

The setting `ruby_providers` says who runs them: `own` is our Ruby, `installed` an installed Puppet,
and a list of types leaves those to the installed one. Other names are rejected.
"""

from __future__ import annotations

from os.path import dirname

from duckrow.machine.paths import names_in
from duckrow.source.errors import InputError
from duckrow.source.module_names import leads_into_archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.ruby_host.host import MachineHost
    from duckrow.puppet.ruby_host.installed.program import InstalledPuppet

_WORDS = ("own", "installed")


class RubyTypes:
    """Finds the behaviour of a type in the `lib` directories of modules."""

    __slots__ = ("_for_installed", "_installed", "host")

    def __init__(self, host: MachineHost) -> None:
        self.host = host
        self._for_installed = str(host.settings["ruby_providers"]).replace(",", " ").split()
        self._installed: InstalledPuppet | None = None
        for name in self._for_installed:
            if name not in _WORDS and self.host.files.find(f"puppet/type/{name}.rb") is None:
                raise self._unknown(name)

    def _unknown(self, name: str) -> InputError:
        """Return the error about a name in `ruby_providers` that means nothing."""
        types: dict[str, None] = {}
        for directory in self.host.directories:
            try:
                files = sorted(names_in(f"{directory}/puppet/type"))
            except OSError:
                continue
            types |= dict.fromkeys(each[:-3] for each in files if each.endswith(".rb"))
        known = ", ".join([*_WORDS, *types])
        return InputError(f"the setting ruby_providers names {name}, which is none of: {known}")

    def native(self, table: ResourceTypeTable, provider: str) -> Behaviour | None:
        """Return the behaviour of a type of duckrow for a provider that a module has in Ruby."""
        if self.host.files.find(f"puppet/provider/{table.name}/{provider}.rb") is None:
            return None
        from duckrow.puppet.ruby_host.behaviour import RubyBehaviour

        return RubyBehaviour(table, self.host)

    def behaviour(self, table: ResourceTypeTable) -> Behaviour | None:
        """Return the behaviour of a type, or None if no module has it in Ruby."""
        file = self.host.files.find(f"puppet/type/{table.name}.rb")
        if file is None:
            return None
        if "installed" in self._for_installed or table.name in self._for_installed:
            from duckrow.puppet.ruby_host.installed.types import InstalledBehaviour

            if leads_into_archive(file):
                raise InputError(
                    f"the setting ruby_providers leaves {table.name} to an installed Puppet, "
                    f"which cannot read {file}",
                    "only duckrow reads modules in archives",
                )
            return InstalledBehaviour(table, self._program())
        from duckrow.puppet.ruby_host.behaviour import RubyBehaviour

        return RubyBehaviour(table, self.host)

    def _program(self) -> InstalledPuppet:
        """Return the installed Puppet; it starts with the first request."""
        if self._installed is None:
            from duckrow.puppet.ruby_host.installed.program import InstalledPuppet

            self._installed = InstalledPuppet(
                self.host.machine("an installed Puppet"),
                list(dict.fromkeys(dirname(dirname(each)) for each in self.host.directories)),
                {name: str(self.host.settings[name]) for name in ("confdir", "codedir", "vardir")},
                str(self.host.settings["environment"]),
                self.host.log,
            )
        return self._installed
