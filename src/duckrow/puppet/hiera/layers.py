"""The layers of data: global, environment, and one for each module."""

from __future__ import annotations

from duckrow.puppet.hiera.automatic import global_config
from duckrow.puppet.hiera.config import FILE_NAME, Config, read_config
from duckrow.puppet.hiera.errors import MISSING, FailedLookupError, HieraError
from duckrow.puppet.hiera.index import index_of
from duckrow.puppet.hiera.strategies import gather, strategy_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location, location_of_error
from duckrow.puppet.types.check import TypeMismatchError
from duckrow.ruby.values.inspect import inspect
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.hiera.data_survey import DataSurvey
    from duckrow.puppet.hiera.entries import Entry
    from duckrow.puppet.hiera.index import Index
    from duckrow.puppet.hiera.key import Key
    from duckrow.puppet.hiera.lookups import Lookups
    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.hiera.strategies import Strategy


class Layer:
    """A configuration and the hierarchy in it."""

    __slots__ = ("_config", "is_empty", "kind", "lookups", "module_name", "path")

    def __init__(
        self, kind: str, path: str, lookups: Lookups, module_name: str | None = None
    ) -> None:
        self.kind = kind
        self.path = path
        self.lookups = lookups
        self.module_name = module_name
        self._config: Config | None = None
        self.is_empty = False  # whether a lookup found that no entry of the hierarchy has data

    @property
    def config(self) -> Config:
        if self._config is None:
            self._config = read_config(self, self.path)
            if self.kind == "Global" and self._config.version == 4:
                raise self._config.error(
                    "hiera.yaml version 4 cannot be used in the global layer",
                    "hiera-unsupported-version-in-global",
                )
        return self._config

    @config.setter
    def config(self, config: Config) -> None:
        self._config = config

    @property
    def config_path(self) -> str:
        return "" if self._config is None else self._config.path or ""

    @property
    def label(self) -> str:
        name = f'"{self.module_name}" ' if self.module_name is not None else ""
        version = ""
        if self._config is not None:
            version = f" (hiera configuration version {self._config.version})"
        return f"{self.kind} {name}Data Provider{version}"

    def index(self) -> Index | None:
        """Return the first values of all keys if they depend on nothing but files."""
        config = self.config
        if config.version == 3 or config.has_default_hierarchy or not config.is_fixed:
            return None
        return index_of(config.made_entries, self.lookups.indexes)

    def lookup(self, key: Key, request: Request, strategy: Strategy) -> object:
        """Look up a key; reject a recursive lookup."""
        request.enter(key.text)
        try:
            if self.kind == "Global" and self.config.version == 3 and not request.is_version_3:
                from duckrow.puppet.hiera.config_legacy import lookup_in_version_3

                return lookup_in_version_3(self, key, request, strategy)
            return self.unchecked_lookup(key, request, strategy)
        except (EvaluationError, TypeMismatchError) as error:
            reported = data_error(error)
            if reported is error:
                raise
            raise reported from None
        finally:
            request.leave()

    def unchecked_lookup(self, key: Key, request: Request, strategy: Strategy) -> object:
        """Look for a key in the hierarchy."""
        explainer = request.explainer
        if explainer is not None:
            explainer.enter("data_provider", self)
        try:
            return self._in(self.config.entries(request), key, request, strategy)
        finally:
            if explainer is not None:
                explainer.leave()

    def lookup_in_default(self, key: Key, request: Request, merge: object) -> object:
        """Look up a key in the default hierarchy, which is searched last."""
        entries = self.config.entries(request, from_default=True)
        if not entries:
            return self._nowhere(key, request)
        strategy = strategy_of(merge)
        request.enter(key.text)
        try:
            return request.within(
                "data_provider", self, lambda: self._in(entries, key, request, strategy)
            )
        except (TypeMismatchError, FailedLookupError) as error:
            raise HieraError(str(error)) from None
        finally:
            request.leave()

    def _in(self, entries: list[Entry], key: Key, request: Request, strategy: Strategy) -> object:
        """Ask the entries of a hierarchy in turn.

        An entry whose data is in memory is asked only if it has the key, unless an explanation must
        show that it does not.
        """
        if not entries:
            self.is_empty = self.config.is_fixed and not self.config.has_default_hierarchy
            return self._nowhere(key, request)
        asked = entries
        if request.explainer is None:
            root = key.root
            asked = []
            for entry in entries:
                if entry.surveys is not None:
                    for survey in entry.surveys:
                        if root in survey.data:
                            break
                    else:
                        continue
                if strategy.is_first:
                    value = entry.lookup(key, request, strategy)
                    if value is not MISSING:
                        return value
                else:
                    asked.append(entry)
        return gather(
            strategy,
            asked,
            request,
            lambda entry: entry.lookup(key, request, strategy),
            is_only=len(entries) == 1,
        )

    def _nowhere(self, key: Key, request: Request) -> object:
        if request.explainer is not None:
            request.explainer.not_found(key.text)
        return MISSING

    def warn_of(self, survey: DataSurvey, subject: str) -> None:
        """Warn of keys that do not belong to the module whose data this is."""
        if self.module_name is None:
            return
        for key in survey.foreign_keys(f"{self.module_name}::"):
            if type(key) is not str:
                raise EvaluationError(
                    f"undefined method `start_with?' for {inspect(from_key(key))}"
                )
            self.lookups.build.log(
                "warning",
                f"Module '{self.module_name}': {subject} must use keys qualified with the name "
                "of the module",
            )


def data_error(error: EvaluationError | TypeMismatchError) -> Exception:
    """Return the error that a lookup reports for an error that happened inside it."""
    if isinstance(error, TypeMismatchError | FailedLookupError):
        return HieraError(str(error))
    # An error in a function of a hierarchy is an error of the data.
    if error.message.startswith("value returned from "):
        return HieraError(error.message)
    location = error.location or location_of_error(error.__traceback__)
    error.is_of_data = location is not None and not isinstance(error, HieraError)
    return error


def global_layer(lookups: Lookups) -> Layer:
    """Make the layer of the whole installation."""
    return Layer("Global", global_config(lookups.build), lookups)


def environment_layer(lookups: Lookups) -> Layer | None:
    """Make the layer of the environment, or None when it has no data."""
    directory = lookups.build.environment.directory
    if not directory:
        return None
    path = f"{directory}/{FILE_NAME}"
    if not lookups.stamps.exists(path):
        return None
    layer = Layer("Environment", path, lookups)
    if layer.config.version < 4:
        _reject_version_3(layer, "environment", "an environment", "the environment root")
        return None
    return layer


def module_layer(lookups: Lookups, name: str) -> Layer | None:
    """Make the layer of a module, or None when it has no data."""
    module = lookups.build.loaders.find_module(name)
    if module is None:
        return None
    path = f"{module.path}/{FILE_NAME}"
    if not lookups.stamps.exists(path):
        return None
    layer = Layer("Module", path, lookups, name)
    if layer.config.version < 4:
        _reject_version_3(layer, "module", "a module", "module root")
        return None
    return layer


def _reject_version_3(layer: Layer, kind: str, where: str, root: str) -> None:
    """Warn that version 3 outside the global layer is ignored; reject it if strict."""
    build = layer.lookups.build
    if build.settings.strict == "error":
        raise layer.config.error(
            f"hiera.yaml version 3 cannot be used in {where}", "hiera-version-3-not-global"
        )
    short = "env" if kind == "environment" else kind
    message = f"hiera.yaml version 3 found at {root} was ignored"
    build.warn_once(f"hiera_v3_at_{short}_root", layer.path, message, Location(layer.path, None))
