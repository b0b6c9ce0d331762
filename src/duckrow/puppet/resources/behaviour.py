"""Behaviour: how a resource type checks, converts, defaults and relates its attributes.

    class MountType(Behaviour):
        providers = ("parsed",)                     # providers/mount/parsed.py
        defaults = {"dump": "0"}
        can_refresh = True

        def munge_device(self, desired, value):     # one method per attribute that needs one
            if " " in value:
                raise ValueError("device must not contain whitespace")
            return value

        def validate(self, desired):                # the resource as a whole
            ...

        def autorequire(self, desired):             # also autobefore, autonotify, autosubscribe
            yield "file", [parent_of(desired.name)]

    BEHAVIOUR = MountType(TABLE)                    # in resources/mount.py, below its table

A type whose file has no BEHAVIOUR gets this class as it is. A behaviour has no state: one object
serves all resources of all runs.

A ValueError of `munge_X` becomes "Parameter x failed on Mount[/srv]: …", with the location of the
resource. It is called once for each item of a property, and once with the whole value of a
parameter. Where there is no such method, the table's list of values decides: a word comes as text,
an attribute of "true false yes no" as True or False; `aliases` has other words for them.
"""

from __future__ import annotations

from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.runtime.definition import IS_METAPARAMETER, IS_RELATION, METAPARAMETERS
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    from duckrow.puppet.resources.table import ResourceTypeTable

    class Choice(Protocol):
        """The providers of a run."""

        def default(self, behaviour: Behaviour) -> Any:
            """Return the default Provider of a type."""

        def get(self, type_name: str, name: str) -> Any:
            """Return a Provider by name."""

    Related = Iterable[tuple[str, Iterable[str]]]

_YES_NO = {"true": True, "yes": True, "false": False, "no": False}


class Behaviour:
    """The rules that all types share. Subclasses override what differs."""

    __slots__ = (
        "_plain_defaults",
        "_rank",
        "_rules",
        "_with_default",
        "order",
        "table",
        "type_name",
    )

    # Names of files in providers/TYPE/, the preferred one first. Types that need no choice have
    # one provider with the name of the type.
    providers: tuple[str, ...] = ()
    # Providers for other systems, which duckrow does not have: their names are valid.
    foreign: tuple[str, ...] = ()
    # Providers that come with the type itself, as those of modules do: name -> class.
    own_providers: dict[str, Any] = {}
    # Why there are no providers, if an error is the reason.
    why_no_providers: str = ""
    # Other words for values: attribute -> word -> the word it means.
    aliases: dict[str, dict[str, str]] = {}
    # Values of attributes that are not given; a method default_X can work one out.
    defaults: dict[str, Any] = {}
    # Attributes that are used as one string; an array or a hash is an error.
    strings: tuple[str, ...] = ()
    # Properties that take their values as one list, besides those that the table has as `lists`.
    whole_lists: tuple[str, ...] = ()
    # Parameters that `duckrow resource` shows with the properties.
    shown_parameters: tuple[str, ...] = ()
    # Properties that no manifest can set; `duckrow resource` shows them as comments.
    read_only: frozenset[str] = frozenset()
    # Whether a change of something else can make it refresh; its provider then has `refresh`.
    can_refresh = False
    # Whether it refreshes itself after it was changed (exec).
    refreshes_itself = False
    # Whether the generated resources come before it (tidy).
    is_depth_first = False

    def __init__(self, table: ResourceTypeTable) -> None:
        self.table = table
        self.type_name = table.name.capitalize()
        rest = [name for name in table.parameters if name not in table.namevars]
        # The order in which the reference sets attributes: an error is about the first.
        first = ["provider"] if "provider" in rest else []
        names = [*table.namevars, *first, *table.properties, *rest, *METAPARAMETERS]
        self.order = tuple(dict.fromkeys(names))
        self._rank = {name: number for number, name in enumerate(self.order)}
        self._with_default = tuple(
            name for name in self.order if name in self.defaults or hasattr(self, f"default_{name}")
        )
        self._rules: dict[str, Callable[[Desired, Any], Any] | None] = {}
        # Default parameters that are the same for all resources, as `set` would convert them.
        self._plain_defaults = {
            name: munged
            for name in self._with_default
            if self._is_plain_default(name)
            and (munged := self._listed(name, self.defaults[name])) is not None
        }

    def choose_provider(self, desired: Desired, providers: Choice) -> Any:
        """Return the Provider that a resource asks for, or the default one."""
        asked = desired.given.get("provider")
        if asked is None:
            return providers.default(self)
        found = providers.get(self.table.name, str(asked))
        if found is None and str(asked) not in self.providers:
            raise desired.fail(
                f"Parameter provider failed on {desired.ref}: "
                f"Invalid {self.table.name} provider '{asked}'"
            )
        return found

    def fill(self, desired: Desired) -> None:
        """Check and convert the given attributes, add defaults, and check the whole."""
        given = desired.given
        table = self.table
        values = self._named(desired)
        rank = self._rank
        for name in sorted(rank.keys() & (given.keys() | values.keys()), key=rank.__getitem__):
            value = values[name] if name in values else given[name]
            if value is not None:
                self.set(desired, name, value)
        # An attribute that is only audited is not managed, so it has no default.
        audited = desired.values.get("audit", ())
        for name in self._with_default:
            if name not in values and given.get(name) is None and name not in audited:
                if name in self._plain_defaults:
                    desired.values[name] = self._plain_defaults[name]
                    continue
                default = self._default(desired, name)
                if default is not None and default is not False:
                    self.set(desired, name, default)
        named = desired.values.get(table.namevar)
        if named is not None:
            desired.name = named if type(named) is str else str(named)
        try:
            self.validate(desired)
        except ValueError as error:
            message = f"Validation of {desired.ref} failed: {desired.hide(str(error))}"
            raise ResourceError(message, desired.file, desired.line) from error

    def _named(self, desired: Desired) -> dict[str, Any]:
        """Return the attributes that name the resource: given, or from the title."""
        table = self.table
        given = desired.given
        values: dict[str, Any] = dict(table.parts_of(desired.title))
        for name in table.namevars:
            if given.get(name) is not None:
                values[name] = given[name]
        if given.get("name") is not None and table.namevar not in given:
            values[table.namevar] = given["name"]
        return values

    def set(self, desired: Desired, name: str, value: object) -> None:
        """Set one attribute to a value as a manifest would write it."""
        if self._lacks_feature(desired, name):
            return
        try:
            if name in self.table.properties:
                self._set_property(desired, name, value)
            elif name in IS_METAPARAMETER:
                munged = self._munge_meta(desired, name, value)
                if munged is not None:
                    desired.values[name] = munged
            else:
                munged = self.munge(desired, name, value)
                if munged is not None:
                    desired.values[name] = munged
        except ValueError as error:
            why = "Invalid value [redacted]" if name in desired.sensitive else str(error)
            message = f"Parameter {name} failed on {desired.ref}: {why}"
            raise ResourceError(message, desired.file, desired.line) from error

    def _set_property(self, desired: Desired, name: str, value: object) -> None:
        if type(value) is not list:
            munged = self.munge(desired, name, value)
            if munged is not None:
                desired.values[name] = [munged] if self._is_list(name) else munged
            return
        items = [self.munge(desired, name, item) for item in value]
        if self._is_list(name):
            desired.values[name] = items
        elif items:
            desired.values[name] = items[0]
            if len(items) > 1:
                if desired.alternatives is None:
                    desired.alternatives = {}
                desired.alternatives[name] = items

    def _is_list(self, name: str) -> bool:
        return name in self.table.lists or name in self.whole_lists

    def _lacks_feature(self, desired: Desired, name: str) -> bool:
        """Return whether the provider cannot manage an attribute, which is then ignored."""
        feature = self.table.features.get(name)
        provider = desired.provider
        if feature is None or provider is None:
            return False
        lacking = [each for each in feature.split() if each not in provider.features]
        if lacking:
            desired.log(
                "debug",
                f"Provider {provider.name} does not support features {', '.join(lacking)}; "
                f"not managing attribute {name}",
            )
        return bool(lacking)

    def munge(self, desired: Desired, name: str, value: object) -> Any:
        """Check and convert one value of an attribute."""
        try:
            rule = self._rules[name]
        except KeyError:
            rule = self._rules[name] = getattr(self, f"munge_{name}", None)
        if rule is not None:
            return rule(desired, value)
        return self._listed(name, value)

    def _listed(self, name: str, value: object) -> Any:
        """Convert a value by what the table says of its attribute."""
        if name in self.strings:
            return single_text(name, value)
        kind = self.table.properties.get(name) or self.table.parameters.get(name)
        return listed_value(kind, value, self.aliases.get(name)) if kind else value

    def _is_plain_default(self, name: str) -> bool:
        """Return whether the default of an attribute does not depend on the resource."""
        return (
            type(self).munge is Behaviour.munge
            and name in self.table.parameters
            and name not in IS_METAPARAMETER
            and name not in self.table.features
            and self.defaults.get(name) not in (None, False)
            and not hasattr(self, f"default_{name}")
            and not hasattr(self, f"munge_{name}")
        )

    def _default(self, desired: Desired, name: str) -> Any:
        rule = getattr(self, f"default_{name}", None)
        return self.defaults.get(name) if rule is None else rule(desired)

    def _munge_meta(self, desired: Desired, name: str, value: object) -> Any:
        if name in IS_RELATION:
            return value if type(value) is list else [value]
        if name == "noop":
            desired.noop = listed_value("true false", value) == "true"
            return desired.noop
        if name == "loglevel":
            level = listed_value(f"{' '.join(LEVELS)} verbose", value)
            return "info" if level == "verbose" else level
        if name == "audit":
            return self._audited(value)
        if name == "stage" and self.table.name not in ("component", "class"):
            raise ValueError(
                "Only classes can set 'stage'; normal resources like "
                f"{desired.ref} cannot change run stage"
            )
        return value

    def _audited(self, value: object) -> list[str]:
        names = [str(each) for each in (value if type(value) is list else [value])]
        if names == ["all"]:
            return list(self.table.properties)
        for name in names:
            if not self.table.is_attribute(name):
                raise ValueError(
                    f"Cannot audit {name}: not a valid attribute for {self.type_name.lower()}"
                )
        return names

    # Whether `finish` has anything to do.
    finishes = False

    def finish(self, desired: Desired) -> None:
        """Check a resource whose whole catalog is known; raise ResourceError."""

    def unique_key(self, desired: Desired) -> tuple[object, ...] | None:
        """Return the values of the attributes that name a resource, where it has several."""
        return self.table.alias_key(desired.title, desired.given)

    # Whether `check_before_run` has anything to do.
    checks_before_run = False

    def check_before_run(self, desired: Desired) -> None:
        """Raise an error if the resource forbids the whole run."""

    # Methods that subclasses override.

    def preferred(self, machine: object) -> tuple[str, ...]:
        """Return the providers that come first on a host, where that depends on the host."""
        return ()

    def validate(self, desired: Desired) -> None:
        """Check a resource whose attributes are all set; raise ValueError."""

    def autorequire(self, desired: Desired) -> Related:
        """Return types and names of resources that come before it, if the catalog has them."""
        return ()

    def autobefore(self, desired: Desired) -> Related:
        """Return the resources that come after it."""
        return ()

    def autosubscribe(self, desired: Desired) -> Related:
        """Return the resources that come before it and make it refresh."""
        return ()

    def autonotify(self, desired: Desired) -> Related:
        """Return the resources that come after it and are refreshed by it."""
        return ()


def listed_value(kind: str, value: object, aliases: dict[str, str] | None = None) -> Any:
    """Check a value against a list of words and patterns, as tables write it."""
    parts = kind.split()
    text = word_of(value)
    if aliases is not None and text in aliases:
        text = aliases[text]
    if text in parts and text[0] != "/":
        if len(parts) == 4 and parts[2] == "yes":
            return _YES_NO[text]
        return text
    patterns = [part for part in parts if part[0] == "/"]
    if any(_matches_plainly(pattern, text) for pattern in patterns):
        return value
    if patterns:
        from duckrow.regexp import regexp

        for pattern in patterns:
            if regexp(pattern[1:-1]).search(text) is not None:
                return value
    words = [part for part in parts if part[0] != "/"]
    from duckrow.ruby.values.inspect import inspect

    message = f"Invalid value {inspect(value)}."
    if words:
        message += f" Valid values are {', '.join(words)}."
    if patterns:
        message += f" Valid values match {', '.join(patterns)}."
    raise ValueError(message)


def _matches_plainly(pattern: str, text: str) -> bool:
    """Return whether a usual pattern matches usual text.

    A run that needs no other expression saves 4 ms: the import of those of Ruby.
    """
    if pattern == "/./":
        return text[:1] not in ("", "\n")
    return pattern in ("/^[0-9]+$/", r"/^\d+$/") and text.isascii() and text.isdigit()


def word_of(value: object) -> str:
    """Return a value as the word it is compared by."""
    if type(value) is str:
        return value
    if type(value) is bool:
        return "true" if value else "false"
    from duckrow.ruby.values.inspect import inspect

    return inspect(value)


def search_path(value: object) -> list[str]:
    """Return the directories of a search path: a list, or joined by colons."""
    many = value if type(value) is list else [value]
    texts = (only_text("path", each, "split").rstrip(":") for each in many)
    return [part for text in texts if text for part in text.split(":")]


def only_text(name: str, value: object, method: str = "", *, is_checked: bool = False) -> str:
    """Return the value of an attribute that must be a string.

    The reference has no rule about them: its code calls a `method` of strings, or puts the value
    where a string must be, while it converts a value or, with `is_checked`, while it checks it.
    """
    if isinstance(value, str):
        return value
    from duckrow.ruby.values.class_names import class_name, conversion_name
    from duckrow.ruby.values.inspect import inspect

    why = f"no implicit conversion of {conversion_name(value)} into String"
    if method:
        why = f"undefined method `{method}' for {inspect(value)}:{class_name(value)}"
    if is_checked:
        raise ValueError(f"Validate method failed for class {name}: {why}")
    raise munging_failed(name, value, why)


def single_text(name: str, value: object) -> str:
    """Return a string, number or Boolean as a string; raise an error for an array or a hash.

    The reference accepts an array or a hash here, and fails with an error of Ruby when it uses it.
    """
    return only_text(name, value) if isinstance(value, list | dict) else word_of(value)


def account_id(name: str, value: object) -> int | str:
    """Return the name or number of a user or group; raise an error for any other value."""
    return value if type(value) is int else only_text(name, value)


def munging_failed(name: str, value: object, why: str) -> ValueError:
    """Return the error about a value that looks right and cannot be converted."""
    from duckrow.ruby.values.inspect import inspect

    return ValueError(f"Munging failed for value {inspect(value)} in class {name}: {why}")


def behaviour_of(table: ResourceTypeTable) -> Behaviour:
    """Return the behaviour of a type: from its file here, else the plain one.

    A type that a module declares has our behaviour too if there is a file of its name; a type that
    a module defines in Python has its own.
    """
    if table.behaviour is not None:
        own: Behaviour = table.behaviour
        return own
    name = table.name
    if name.replace("_", "").isalnum():
        path = f"duckrow.puppet.resources.{name}"
        try:
            module = __import__(path, fromlist=["BEHAVIOUR"])
        except ModuleNotFoundError as error:
            if error.name != path:
                raise
        else:
            found: Behaviour | None = getattr(module, "BEHAVIOUR", None)
            if found is not None:
                return found
    return Behaviour(table)
