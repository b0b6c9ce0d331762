"""Entries of a hierarchy: each a function that returns data, and the locations where it looks.

data_hash     returns a whole hash, once for each location
lookup_key    is asked for each key
data_dig      is asked for each key with the path to dig out of it
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.hiera.context import Context, FunctionMemo
from duckrow.puppet.hiera.data_survey import DataSurvey
from duckrow.puppet.hiera.errors import MISSING, HieraError, NotFoundJump
from duckrow.puppet.hiera.interpolation import interpolate
from duckrow.puppet.hiera.strategies import gather
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Function
from duckrow.puppet.types.data import RICH_DATA, RICH_DATA_KEY
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.collections import HASH, hash_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.config import Config
    from duckrow.puppet.hiera.key import Key
    from duckrow.puppet.hiera.locations import DataLocation
    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.hiera.strategies import Strategy
    from duckrow.puppet.types.model.base import Type

# Functions that return only plain data.
_TRUSTED = frozenset(("yaml_data", "json_data", "hocon_data"))


class Entry:
    """An entry of the hierarchy: a function, its options, and its locations or None."""

    __slots__ = (
        "_function",
        "_memos",
        "config",
        "datadir",  # where paths that come with a question are, in version 3
        "function_name",
        "is_trusted",
        "locations",
        "name",
        "options",
        "surveys",  # the data of all locations, once it is in memory; else None
    )

    kind = ""
    gives: Type = RICH_DATA
    config_path: str | None = None

    def __init__(
        self,
        name: str,
        config: Config,
        function_name: str,
        options: dict[str, Any],
        locations: list[DataLocation] | None,
    ) -> None:
        self.name = name
        self.config = config
        self.function_name = function_name
        self.options = options
        self.locations: list[DataLocation | None] = [None] if locations is None else [*locations]
        self.is_trusted = function_name in _TRUSTED
        self.datadir = ""
        self.surveys: list[DataSurvey] | None = None
        self._function: object = None
        self._memos: dict[DataLocation | None, FunctionMemo] = {}

    @property
    def label(self) -> str:
        return f'Hierarchy entry "{self.name}"'

    @property
    def full_name(self) -> str:
        return f"{self.kind} function '{self.function_name}'"

    @property
    def module_name(self) -> str | None:
        return self.config.layer.module_name

    def lookup(self, key: Key, request: Request, strategy: Strategy) -> object:
        """Ask all locations for a key."""
        explainer = request.explainer
        if explainer is not None:
            explainer.enter("data_provider", self)
        try:
            locations = self._asked(request)
            if len(locations) == 1:
                value = self._ask(key, request, locations[0])
                return value if value is MISSING else strategy.alone(value)
            return gather(
                strategy,
                locations,
                request,
                lambda location: self._ask(key, request, location),
            )
        finally:
            if explainer is not None:
                explainer.leave()

    def _asked(self, _request: Request) -> list[DataLocation | None]:
        return self.locations

    def _ask(self, key: Key, request: Request, location: DataLocation | None) -> object:
        """Ask one location for a key."""
        explainer = request.explainer
        if explainer is None:
            return (
                MISSING
                if location is not None and not location.exists
                else self.value_at(key, request, location)
            )
        if location is not None:
            explainer.enter("location", location)
        try:
            if location is not None and not location.exists:
                explainer.location_not_found()
                return MISSING
            value = self.value_at(key, request, location)
            if value is not MISSING:
                explainer.found(self.explained_key(key), value)
            return value
        finally:
            if location is not None:
                explainer.leave()

    def value_at(self, key: Key, request: Request, location: DataLocation | None) -> object:
        """Return the function's value for a key at a location that exists."""
        raise NotImplementedError

    def explained_key(self, key: Key) -> str:
        """Return the key as an explanation shows it."""
        return key.root

    def memo(self, location: DataLocation | None) -> FunctionMemo:
        """Return the function's cache for one location during a compile."""
        memo = self._memos.get(location)
        if memo is None:
            memo = self._memos[location] = FunctionMemo(self.module_name)
        return memo

    def function(self, request: Request) -> Any:
        """Return the function, found by name as code of its module finds it."""
        if self._function is None:
            name = self.function_name
            module = name.partition("::")[0] if "::" in name else ""
            loaders = request.scope.build.loaders
            found = loaders.ask_as(
                self.config.layer.path, lambda: loaders.find_function(name, module)
            )
            if found is None:
                raise self.config.error(
                    f"Unable to find '{self.kind}' function named '{name}'",
                    "hiera-data-provider-function-not-found",
                )
            self._check_return_type(found, request)
            self._function = found
            self.is_trusted = self.is_trusted and isinstance(found, Function)
        return self._function

    def _check_return_type(self, function: object, request: Request) -> None:
        """Reject a function whose return type is not data."""
        returns = getattr(getattr(function, "definition", None), "returns", None)
        if returns is not None:
            from duckrow.puppet.types.check import check_assignable

            subject = f"Return type of '{self.kind}' function named '{self.function_name}'"
            check_assignable(subject, self.gives, returns(request.scope.build.top))

    def given_options(self, location: DataLocation | None) -> dict[str, object]:
        """Return the options with the location among them."""
        if location is None:
            return self.options
        return {**self.options, "uri" if location.is_uri else "path": location.path}

    def checked(self, value: object, subject: str, location: DataLocation | None) -> object:
        """Reject a value that is not data."""
        if accepts(RICH_DATA, value):
            return value
        from duckrow.puppet.types.describe.names import shown
        from duckrow.puppet.types.infer import infer

        kind = shown(infer(value)).replace(*_SYMBOL)
        raise HieraError(
            f"{subject}{_at(location)} has wrong type, expects Puppet::LookupValue, got {kind}"
        )

    def not_found(self, key: str, request: Request) -> object:
        if request.explainer is not None:
            request.explainer.not_found(key)
        return MISSING


def _at(location: DataLocation | None) -> str:
    return f", when using location '{location.path}'," if location is not None else ""


class DataHash(Entry):
    """A function that returns a whole hash, once for each location."""

    __slots__ = ()
    kind = "data_hash"
    gives = hash_type(RICH_DATA_KEY, RICH_DATA)

    def __init__(
        self,
        name: str,
        config: Config,
        function_name: str,
        options: dict[str, Any],
        locations: list[DataLocation] | None,
    ) -> None:
        super().__init__(name, config, function_name, options, locations)
        self._note_surveys()

    def value_at(self, key: Key, request: Request, location: DataLocation | None) -> object:
        memo = self._memos.get(location)
        if memo is None or memo.survey is None:
            memo = self.memo(location)
            try:
                memo.survey = self._survey(memo, request, location)
            except NotFoundJump:
                return MISSING
            self._note_surveys()
        root = key.root
        survey = memo.survey
        assert survey is not None
        value = survey.data.get(root, MISSING)
        if value is MISSING:
            return self.not_found(root, request)
        if not self.is_trusted:
            subject = f"Value for key '{root}', in hash returned from {self.full_name}"
            value = self.checked(value, subject, location)
        if root not in survey.texts:
            return value
        try:
            loaders = request.scope.build.loaders
            if loaders.has_views:
                path = self.config.layer.path  # the data sees what its own module sees
                return loaders.ask_as(path, lambda: interpolate(value, request, True))
            return interpolate(value, request, True)
        except EvaluationError as error:
            if location is not None and not error.why:
                error.why = f"the value of {root} in {location.path} cannot be interpolated"
            raise

    def _note_surveys(self) -> None:
        """Set `surveys` once the data of all locations is in memory and known to be plain."""
        if type(self) is not DataHash or not self.is_trusted:
            return
        surveys: list[DataSurvey] = []
        for location in self.locations:
            if location is None:
                return
            if location.exists:
                survey = self.memo(location).survey
                if survey is None:
                    return
                surveys.append(survey)
        self.surveys = surveys

    def _survey(
        self, memo: FunctionMemo, request: Request, location: DataLocation | None
    ) -> DataSurvey:
        data = self.call(memo, request, location)
        subject = f"Value returned from {self.full_name}{_at(location)}"
        if type(data) is not dict:
            from duckrow.puppet.types.check import check

            check(subject, HASH, data)
        layer = self.config.layer
        if self.is_trusted:
            survey = layer.lookups.files.survey(data)
            self.is_trusted = survey.is_data
        else:
            survey = DataSurvey(data)
        layer.warn_of(survey, subject)
        return survey

    def call(self, memo: FunctionMemo, request: Request, location: DataLocation | None) -> Any:
        """Call the function; arguments of a built-in function need no check."""
        function = self.function(request)
        if self.is_trusted and not self.options and location is not None and not location.is_uri:
            function = function.forms[0].run
        return function(request.scope, self.given_options(location), Context(memo, request))


class LegacyDataHash(DataHash):
    """A function of the old kind without parameters that returns a hash."""

    __slots__ = ()
    kind = "v4_data_hash"

    @property
    def label(self) -> str:
        return f'Deprecated API function "{self.function_name}"'

    @property
    def full_name(self) -> str:
        return f"deprecated API function '{self.function_name}'"

    def call(self, memo: FunctionMemo, request: Request, location: DataLocation | None) -> Any:  # noqa: ARG002
        return self.function(request)(request.scope)


class LookupKey(Entry):
    """Called for each key."""

    __slots__ = ()
    kind = "lookup_key"

    def value_at(self, key: Key, request: Request, location: DataLocation | None) -> Any:
        memo = self.memo(location)
        root = key.root
        known = memo.answers.get(root, MISSING)
        if known is not MISSING:
            return known
        function = self.function(request)
        try:
            value = function(
                request.scope, root, self.given_options(location), Context(memo, request)
            )
        except NotFoundJump:
            return self.not_found(root, request)
        subject = f"Value for key '{root}', returned from {self.full_name}"
        memo.answers[root] = self.checked(value, subject, location)
        return value


class DataDig(Entry):
    """Called for each key with all its segments; it digs by itself."""

    __slots__ = ()
    kind = "data_dig"

    def explained_key(self, key: Key) -> str:
        return key.text

    def value_at(self, key: Key, request: Request, location: DataLocation | None) -> Any:
        memo = self.memo(location)
        value = memo.answers.get(key.text, MISSING)
        if value is MISSING:
            function = self.function(request)
            segments = [key.root, *key.segments]
            try:
                value = function(
                    request.scope, segments, self.given_options(location), Context(memo, request)
                )
            except NotFoundJump:
                return self.not_found(key.text, request)
            memo.answers[key.text] = value
        subject = f"Value for key '{key.text}', returned from {self.full_name}"
        return key.undig(self.checked(value, subject, location))


_KINDS: dict[str, type[Entry]] = {
    entry.kind: entry for entry in (DataHash, LookupKey, DataDig, LegacyDataHash)
}


def make_entry(
    kind: str,
    name: str,
    config: Config,
    function_name: str,
    options: dict[str, object],
    locations: list[DataLocation] | None,
) -> Entry:
    """Make an entry of a kind by the name that the kind has in hiera.yaml."""
    if kind == "hiera3_backend":
        raise HieraError(
            f"The hiera version 3 backend '{function_name}' is written in Ruby and cannot be used "
            "by duckrow; use a lookup_key or data_hash function instead",
        )
    return _KINDS[kind](name, config, function_name, options, locations)


# The name of the type of a symbol, which the language does not have.
_SYMBOL = (f"Runtime[python, '{Symbol.__module__}.Symbol']", "Runtime[ruby, 'Symbol']")
