"""The facts of a host as a dict that computes each fact on demand, and once.

Sources of a fact, the greatest weight first:

    given        --fact name=value: put into the value of any other source
    environment  FACTER_name=value
    10000        external facts, from files and programs
    0 …          custom facts in Python, by weight
    1 …          custom facts in Ruby, by weight
    0            built-in facts, then custom facts in Ruby of no weight
                 legacy names, by the table in `legacy`: answered, but not listed

A lookup of any fact reads the external facts, since they may override it. Iterating over the facts,
or counting them, computes all. A fact that fails is a warning and has no value.
"""

from __future__ import annotations

from duckrow.facts.core import CORE, find_core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, Protocol

    from duckrow.facts.configuration import Configuration
    from duckrow.facts.custom import CustomFacts
    from duckrow.facts.ruby_files import AddedFacts
    from duckrow.machine.host import Host

    class RubySource(Protocol):
        """Facts in Ruby files."""

        def names(self) -> list[str]:
            """Return the names of all facts."""

        def heaviest(self, name: str, *, is_known: bool) -> int | None:
            """Return the greatest weight of a fact, or None if the files do not define it."""

        def resolve(self, name: str, *, is_known: bool) -> tuple[object, int]:
            """Return the value of a fact, or None, and the weight it is found with."""


EXTERNAL_WEIGHT = 10_000
DIRECTORIES = ("/etc/puppetlabs/facter/facts.d", "/etc/facter/facts.d")


class LazyFacts(dict[str, "Any"]):
    """The facts of a host."""

    __slots__ = (
        "_absent",
        "_configuration",
        "_custom",
        "_external",
        "_file",
        "_found_directories",
        "_given",
        "_given_host",
        "_has_custom",
        "_has_environment",
        "_has_external",
        "_modulepath",
        "_on_error",
        "_on_found",
        "_open",
        "_own_directories",
        "_reads_usual",
        "_ruby",
        "_ruby_added",
        "_ruby_found",
        "_ruby_of",
        "_shows_legacy",
        "_versions",
        "_warn",
        "warnings",
    )

    def __init__(
        self,
        host: Host | None = None,
        *,
        external: Sequence[str] = (),
        custom: Sequence[str] = (),
        modulepath: Callable[[], Sequence[str]] | None = None,
        versions: Callable[[], dict[str, str]] | None = None,
        given: Mapping[str, Any] | None = None,
        has_external: bool = True,
        has_custom: bool = True,
        has_environment: bool = True,
        reads_usual: bool = True,
        shows_legacy: bool = False,
        configuration: str | Configuration | None = None,
        warn: Callable[[str], None] | None = None,
        on_error: Callable[[str], None] | None = None,
        on_found: Callable[[str, float], None] | None = None,
        ruby: Callable[[LazyFacts, Sequence[str]], RubySource] | None = None,
    ) -> None:
        """Make the facts of a host, by default this one; nothing is computed yet.

        `external` and `custom` are directories that come before the usual ones, and before those of
        the modules in `modulepath`; `versions` has modules that take the places of some of these.
        Without `reads_usual` the given external directories take the place of the configured and
        usual ones. `configuration` is a facter.conf. `on_error` gets the errors of external facts,
        which are warnings without it. `on_found` gets each fact, and each file of external facts,
        with the seconds that it took. `ruby` returns the facts in Ruby files of some directories;
        it is called when a directory has such files.
        """
        super().__init__()
        self.warnings: list[str] = []
        self._warn = warn
        self._given_host = host
        self._found_directories: tuple[list[str], list[str], list[str]] | None = None
        self._own_directories = (tuple(external), tuple(custom))
        self._modulepath = modulepath
        self._versions = versions
        self._has_external = has_external
        self._has_custom = has_custom
        self._has_environment = has_environment
        self._reads_usual = reads_usual
        self._file = configuration if isinstance(configuration, str) else None
        self._given: dict[str, Any] = dict(given or {})
        self._shows_legacy = shows_legacy
        self._on_error = on_error
        self._on_found = on_found
        self._configuration = None if isinstance(configuration, str) else configuration
        self._external: dict[str, Any] | None = None
        self._custom: CustomFacts | None = None
        self._ruby_of = ruby
        self._ruby: RubySource | None = None
        self._ruby_found: list[str] | None = None
        self._ruby_added: AddedFacts | None = None
        self._absent: set[str] = set()
        self._open: set[str] = set()

    # ---- the mapping

    @property
    def _host(self) -> Host:
        """Return the host; a run that reads no fact does not import it."""
        if self._given_host is None:
            from duckrow.machine.host import Host

            self._given_host = Host()
        return self._given_host

    def __missing__(self, name: str) -> Any:
        """Compute a fact."""
        if name in self._absent:
            raise KeyError(name)
        value = self._timed(name)
        if value is None:
            self._absent.add(name)
            raise KeyError(name)
        self[name] = value
        return value

    def get(self, name: str, default: object = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        if super().__contains__(name):
            return True
        try:
            self[name]
        except KeyError:
            return False
        return True

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain())

    def __len__(self) -> int:
        return len(self.plain())

    def keys(self) -> Any:
        return self.plain().keys()

    def values(self) -> Any:
        return self.plain().values()

    def items(self) -> Any:
        return self.plain().items()

    def __eq__(self, other: object) -> bool:
        return self.plain() == other

    def __ne__(self, other: object) -> bool:
        return self.plain() != other

    __hash__ = None

    def __repr__(self) -> str:
        return f"LazyFacts({dict.__repr__(self)})"

    def __reduce__(self) -> Any:
        return dict, (self.plain(),)

    def copy(self) -> dict[str, Any]:
        return self.plain()

    def plain(self) -> dict[str, Any]:
        """Compute all facts and return them as a plain dict, sorted by name."""
        names = self.names()
        found = {name: self[name] for name in names if name in self}
        if self._lists_legacy():
            from duckrow.facts.legacy import legacy_names

            found |= {name: self[name] for name in legacy_names(self) if name in self}
        return dict(sorted(found.items()))

    def names(self) -> list[str]:
        """Return the facts that may have a value, without computing them."""
        names = {*CORE, *self._external_facts(), *self._custom_facts().names}
        ruby = self._ruby_facts()
        if ruby is not None:
            names.update(ruby.names())
        names.update(name.partition(".")[0] for name in self._given)
        blocked = self._settings().blocked
        return sorted(name for name in names if name not in blocked)

    def defines(self, name: str) -> bool:
        """Return whether there is a fact of a name, with or without a value."""
        return self._has_source(name) or name in self

    def lists(self, name: str) -> bool:
        """Return whether a fact has a value, and not only by a legacy name."""
        return name in self and self._has_source(name)

    def includes(self, name: str) -> bool:
        """Return whether iterating over the facts would include a fact."""
        return self.lists(name) or (self._lists_legacy() and name in self)

    def _lists_legacy(self) -> bool:
        return self._shows_legacy or self._settings().shows_legacy

    def _has_source(self, name: str) -> bool:
        """Return whether anything but the table of legacy names defines a fact."""
        if name in CORE or name in self._external_facts() or name in self._custom_facts().names:
            return True
        if any(given.partition(".")[0] == name for given in self._given):
            return True
        ruby = self._ruby_facts(name)
        return ruby is not None and ruby.heaviest(name, is_known=False) is not None

    # ---- computing

    def is_computing(self, name: str) -> bool:
        """Return whether a fact is being computed: code that asks for it depends on itself."""
        return name in self._open

    def _timed(self, name: str) -> Any:
        if self._on_found is None:
            return self._find(name)
        from time import perf_counter

        start = perf_counter()
        value = self._find(name)
        if value is not None:
            self._on_found(name, perf_counter() - start)
        return value

    def _find(self, name: str) -> Any:
        if name in self._open:
            self.warn(f"the fact {name} depends on itself")
            return None
        self._open.add(name)
        try:
            value = self._answer(name)
            if self._given:
                from duckrow.facts.given import with_given

                value = with_given(name, value, self._given)
            return value
        finally:
            self._open.discard(name)

    def _answer(self, name: str) -> Any:
        outside = self._external_facts()
        configuration = self._settings()
        ways = self._custom_facts().resolutions(name)
        is_blocked = name in configuration.blocked
        for way in ways:
            if way.weight > EXTERNAL_WEIGHT and (value := self._resolve(name, way)) is not None:
                return value
        is_known = bool(ways) or name in outside or name in CORE
        ruby = self._ruby_facts(name, is_known=is_known)
        weight = None if ruby is None else ruby.heaviest(name, is_known=is_known)
        found: object = None
        if ruby is not None and weight is not None and weight > EXTERNAL_WEIGHT:
            found, used = ruby.resolve(name, is_known=is_known)
            if found is not None and used > EXTERNAL_WEIGHT:
                return found
        if name in outside:
            return outside[name]
        for way in ways:
            if way.weight <= EXTERNAL_WEIGHT:
                if way.weight < 0 and not is_blocked:
                    break
                if (value := self._resolve(name, way)) is not None:
                    return value
        if ruby is not None and weight is not None and found is None:
            found, used = ruby.resolve(name, is_known=is_known)
            if found is not None and used > 0:
                return found
        if is_blocked:
            return None
        function = find_core(name)
        if function is None:
            from duckrow.facts.legacy import find_legacy

            value = find_legacy(self, name)
            return found if value is None else value
        try:
            value = function(self._host, self)
        except Exception as error:
            self.warn(f"error while resolving the fact {name}: {_error_text(error)}")
            value = None
        if value is None:
            if found is not None:
                return found
            for way in ways:
                if way.weight < 0 and (value := self._resolve(name, way)) is not None:
                    return value
        return _without(value, name, configuration.blocked)

    def _resolve(self, name: str, way: Any) -> Any:
        try:
            if not way.fits(self):
                return None
            value = way(self)
        except (Exception, SystemExit) as error:
            from duckrow.source.python_files import raise_exit_of_others, text_of_error

            raise_exit_of_others(error)
            text = text_of_error(error) or _error_text(error)
            self.warn(f"error while resolving custom fact {name}: {text}")
            return None
        if value is not None and not _is_plain(value):
            self.warn(f"the custom fact {name} is not plain data: {type(value).__name__}")
            return None
        return value

    def warn(self, message: str) -> None:
        """Record a warning, and pass it to the callback."""
        if message not in self.warnings:
            self.warnings.append(message)
            if self._warn is not None:
                self._warn(message)

    # ---- sources

    def _settings(self) -> Configuration:
        if self._configuration is None:
            from duckrow.facts.configuration import read_configuration

            self._configuration = read_configuration(self._host, self.warn, self._file)
        return self._configuration

    def _external_facts(self) -> dict[str, Any]:
        """Return external facts and those of the environment, which override them."""
        if self._external is None:
            self._external = {}
            configuration = self._settings()
            found: dict[str, Any] = {}
            if self._has_external and configuration.has_external:
                directories = (*self._external_directories(), *self._module_directories()[0])
                if any(self._host.names(directory) for directory in directories):
                    from duckrow.facts.external import read_external

                    found = read_external(
                        self._host,
                        directories,
                        self.warn,
                        configuration.blocked,
                        on_error=self._on_error,
                        on_read=self._on_found,
                    )
            if self._has_environment:
                found |= _environment_facts(self._host.environment)
            if configuration.resolves_dots:
                from duckrow.facts.dots import resolve_dots

                found = resolve_dots(found, self.warn)
            self._external = found
        return self._external

    def _external_directories(self) -> tuple[str, ...]:
        own = self._own_directories[0]
        if not self._reads_usual:
            return own
        return (*own, *self._settings().external, *usual_directories(self._host))

    def _custom_facts(self) -> CustomFacts:
        if self._custom is None:
            directories: tuple[str, ...] = ()
            if self._has_custom and self._settings().has_custom:
                own = self._own_directories[1]
                directories = (*own, *self._settings().custom, *self._module_directories()[1])
            if not directories:
                self._custom = _NONE
            else:
                from duckrow.facts.custom import CustomFacts

                self._custom = CustomFacts(directories, self.warn)
        return self._custom

    def _ruby_facts(self, name: str | None = None, *, is_known: bool = False) -> RubySource | None:
        """Return the facts in Ruby; for one fact, only if a file may add it."""
        if self._ruby is None and self._ruby_of is not None:
            directories = self._ruby_directories()
            if not self.added_in_ruby().files:
                return None
            if name is not None and not self._may_be_in_ruby(name, is_known=is_known):
                return None
            self._ruby = self._ruby_of(self, directories)
        return self._ruby

    def _may_be_in_ruby(self, name: str, *, is_known: bool) -> bool:
        """Return whether a file adds a fact, maybe, of an unknown one, by a computed name."""
        added = self.added_in_ruby()
        if f"{name}.rb" in added.file_names or name in added.by_name:
            return True
        return bool(added.others and not is_known)

    def added_in_ruby(self) -> AddedFacts:
        """Return which facts the Ruby files add."""
        if self._ruby_added is None:
            from duckrow.facts.ruby_files import AddedFacts

            root = self._host.root
            self._ruby_added = AddedFacts([root + each for each in self._ruby_directories()])
        return self._ruby_added

    def _ruby_directories(self) -> list[str]:
        if self._ruby_found is None:
            self._ruby_found = []
            if not self._has_custom or not self._settings().has_custom:
                return self._ruby_found
            given = [*self._own_directories[1], *self._settings().custom]
            library = self._host.environment.get("FACTERLIB", "")
            more = [each for each in library.split(":") if each]
            self._ruby_found = [*more, *self._module_directories()[2], *given]
        return self._ruby_found

    def error(self, message: str) -> None:
        """Report an error of a fact; without a callback for errors it is a warning."""
        if self._on_error is None:
            self.warn(message)
        elif message not in self.warnings:
            self.warnings.append(message)
            self._on_error(message)

    def _module_directories(self) -> tuple[list[str], list[str], list[str]]:
        if self._modulepath is None:
            return [], [], []
        if self._found_directories is None:
            from duckrow.facts.module_directories import module_directories

            self._found_directories = module_directories(
                self._modulepath(), None if self._versions is None else self._versions()
            )
        return self._found_directories


class _NoCustomFacts:
    """No custom facts; saves the import of `custom`."""

    __slots__ = ()
    names: tuple[str, ...] = ()

    def resolutions(self, _name: str) -> tuple[Any, ...]:
        return ()


_NONE: Any = _NoCustomFacts()


def usual_directories(host: Host) -> tuple[str, ...]:
    """Return the directories of external facts that are read without being named."""
    if host.user() == 0 or host.root:
        return DIRECTORIES
    home = host.environment.get("HOME")
    return (f"{home}/.facter/facts.d", *DIRECTORIES) if home else DIRECTORIES


def _environment_facts(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the facts in the environment: FACTER_role=web."""
    found = {}
    for name, value in environment.items():
        if name[:6].lower() == "facter":
            rest = name[6:].removeprefix("_").lower()
            if rest:
                found[rest] = value
    return found


def _without(value: Any, name: str, blocked: frozenset[str]) -> Any:
    """Remove the blocked parts of a value: memory.swap."""
    if not blocked or not isinstance(value, dict):
        return value
    return {
        key: _without(item, f"{name}.{key}", blocked)
        for key, item in value.items()
        if f"{name}.{key}" not in blocked
    }


def _is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float)


def _error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
