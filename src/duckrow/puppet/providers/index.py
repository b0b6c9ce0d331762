"""Find the provider of a resource.

A provider is a file, providers/TYPE/NAME.py, with a class PROVIDER. A run makes one object of each,
and imports it with the first resource that needs it. Providers of modules are written in Python and
given to `Providers` by name.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Provider
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.table import ResourceTypeTable

# Types that describe nothing on the machine: other resources, or the run, read their attributes.
INERT = frozenset(("anchor", "concat_fragment", "filebucket", "schedule"))

# Types with resources that never exist on a host.
NEVER_THERE = ("exec", "schedule", "tidy")


class Providers:
    """The providers of one run on one machine.

    `more` has providers by (type, name) that do not come with duckrow.
    """

    __slots__ = ("_defaults", "_made", "_more", "_suitable", "machine")

    def __init__(
        self, machine: Machine, more: Mapping[tuple[str, str], type[Provider]] | None = None
    ) -> None:
        self.machine = machine
        self._more = dict(more or {})
        self._made: dict[tuple[str, str], Provider | None] = {}
        self._defaults: dict[str, Provider | None] = {}
        self._suitable: dict[Provider, bool] = {}

    def own_behaviour(self, table: ResourceTypeTable) -> Behaviour | None:
        """Return the behaviour of a type if these providers need another one than duckrow's."""
        return None

    def get(self, type_name: str, name: str) -> Provider | None:
        """Return a provider by name, or None if no provider has that name."""
        key = (type_name, name)
        if key not in self._made:
            found = self._more.get(key) or _load(type_name, name) or _foreign(type_name, name)
            self._made[key] = None if found is None else self._make(found)
        return self._made[key]

    def _make(self, class_: type[Provider]) -> Provider:
        try:
            made = class_()
            made.bind(self.machine)
        except Exception as error:
            raise _of_module(error) from error
        return made

    def default(self, behaviour: Behaviour) -> Provider | None:
        """Return the default provider of a type: the first that is suitable here."""
        type_name = behaviour.table.name
        if type_name not in self._defaults:
            self._defaults[type_name] = next(
                (each for each in self.all_of(behaviour) if self.is_suitable(each)), None
            )
        return self._defaults[type_name]

    def all_of(self, behaviour: Behaviour) -> list[Provider]:
        """Return the providers of a type, the preferred one first."""
        type_name = behaviour.table.name
        for name, provider in behaviour.own_providers.items():
            self._more.setdefault((type_name, name), provider)
        more = (name for kind, name in self._more if kind == type_name)
        names = [*behaviour.preferred(self.machine), *behaviour.providers, *more]
        found = (self.get(type_name, name) for name in dict.fromkeys(names))
        return [each for each in found if each is not None]

    def suitable(self, behaviour: Behaviour) -> list[Provider]:
        """Return the providers of a type that can work, the preferred one first."""
        return [each for each in self.all_of(behaviour) if self.is_suitable(each)]

    def is_suitable(self, provider: Provider, *, again: bool = False) -> bool:
        """Return whether a provider can work; `again` looks again, since a run installs things."""
        if again or provider not in self._suitable:
            try:
                self._suitable[provider] = provider.is_suitable(self.machine)
            except Exception as error:
                raise _of_module(error) from error
        return self._suitable[provider]


def _of_module(error: Exception) -> Exception:
    """Return an exception as an error of a provider if Python code of a module raised it."""
    from duckrow.puppet.providers.base import ProviderError
    from duckrow.source.python_files import text_of_error

    text = text_of_error(error)
    return ProviderError(text) if text else error


def _load(type_name: str, name: str) -> type[Provider] | None:
    """Import a provider of duckrow."""
    if type_name in INERT:
        from duckrow.puppet.providers.base import Inert

        return Inert if name == type_name else None
    if not (type_name.replace("_", "").isalnum() and name.replace("_", "").isalnum()):
        return None
    path = f"duckrow.puppet.providers.{type_name}.{name}"
    try:
        module = __import__(path, fromlist=["PROVIDER"])
    except ModuleNotFoundError as error:
        if error.name is not None and path.startswith(error.name):
            return None
        raise
    # A file beside the providers that holds shared code is not a provider.
    found: type[Provider] | None = getattr(module, "PROVIDER", None)
    return found


def _foreign(type_name: str, name: str) -> type[Provider] | None:
    """Return an unsuitable provider, for a name that other systems have."""
    from duckrow.puppet.providers.base import Foreign
    from duckrow.puppet.resources import find
    from duckrow.puppet.resources.behaviour import behaviour_of

    table = find(type_name)
    if table is None or name not in behaviour_of(table).foreign:
        return None
    return type("Foreign", (Foreign,), {"name": name})
