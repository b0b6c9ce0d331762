"""The settings of a compile: what was given, else the default.

    settings = Settings({"strict": "warning"})
    settings.strict, settings["runinterval"], settings.all()

Settings that compiled code reads often are attributes. Others are read by their names in
puppet.conf and computed then: the table of defaults is imported on first use.
"""

from __future__ import annotations

from duckrow.puppet.world import World
from duckrow.source.errors import InputError
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect

STRICTNESS = ("off", "warning", "error")
DIALECTS = ("puppet", "draft")
# The rules of the catalog builder, in environment.conf and here: true or false ...
RULES = (
    "identical_resources",
    "augmenting_resources",
    "weak_include",
    "co_op",
    "starting_points",
)
# ... and one that stands for all of them: deterministic.
BUILDERS = ("puppet", "deterministic")
RULE_SETTINGS = (*RULES, "catalog_builder")
# Which modules code sees: all, all with warnings about undeclared ones, or those it declares.
VISIBILITY = ("off", "warn", "strict")
VISIBILITY_SETTINGS = ("module_visibility", "modules")
# Which modules must be signed, the strictest word last; see packages/required.py.
SIGNATURES = ("off", "packages", "all")
SIGNATURE_SETTINGS = ("module_signatures", "module_trust")


class Settings:
    """Settings by name. They do not change: `with_values` returns a changed copy."""

    __slots__ = (
        "_all",
        "_dialect",
        "_given",
        "_host_defaults",  # defaults that depend on the host and the user
        "_known",
        "is_draft",
        "on_command_line",
        "storeconfigs",
        "strict",
        "strict_variables",
        "tasks",
        "world",
    )

    def __init__(
        self,
        given: Mapping[str, Any] | None = None,
        world: World | None = None,
        on_command_line: Collection[str] = (),
    ) -> None:
        self.world = world or World()
        self._given = dict(given or {})
        # The names of settings that environment.conf does not change.
        self.on_command_line = on_command_line
        self._known: dict[str, Any] = {}
        self._host_defaults: dict[str, str] = {}
        self._all: dict[str, Any] | None = None
        self._dialect: Dialect | None = None
        self.strict: str = self._choice("strict", STRICTNESS, "error")
        self.strict_variables = self._flag("strict_variables", True)
        self.storeconfigs = self._flag("storeconfigs", False)
        self.tasks = self._flag("tasks", False)
        self.is_draft = self._choice("dialect", DIALECTS, "puppet") == "draft"

    @property
    def rules(self) -> frozenset[str]:
        """The rules of the catalog builder that are on; `deterministic` is one of them."""
        given = self._given
        found = {name for name in RULES if name in given and self._flag(name, False)}
        if "catalog_builder" in given:
            found.add(self._choice("catalog_builder", BUILDERS, "puppet"))
        return frozenset(found - {"puppet"})

    @property
    def module_visibility(self) -> str:
        """Which modules code sees: off, warn or strict."""
        return self._choice("module_visibility", VISIBILITY, "off")

    @property
    def module_signatures(self) -> str:
        """Which modules must be signed."""
        return self._choice("module_signatures", SIGNATURES, "off")

    def check_choices(self) -> None:
        """Reject a given setting of the compile whose value is not one of its choices."""
        _ = self.rules, self.module_visibility, self.module_signatures

    @property
    def given(self) -> dict[str, object]:
        """The given settings, unconverted."""
        return self._given

    @property
    def dialect(self) -> Dialect:
        """The reading of the language: today's, or that of its draft."""
        if self._dialect is None:
            from duckrow.puppet.types.dialect import DRAFT, PUPPET

            self._dialect = DRAFT if self.is_draft else PUPPET
        return self._dialect

    def with_values(self, values: Mapping[str, object]) -> Settings:
        """Return settings that differ from these in some values."""
        given = self._given
        if all(name in given and _is_same(given[name], value) for name, value in values.items()):
            return self
        made = Settings({**given, **values}, self.world, self.on_command_line)
        made._host_defaults = self._host_defaults  # the machine is the same
        return made

    def __contains__(self, name: str) -> bool:
        return name in self._given or name in _table()

    def __getitem__(self, name: str) -> Any:
        """Return a setting; an unknown name raises a KeyError."""
        if name not in self._known:
            self._known[name] = self._work_out(name, ())
        return self._known[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return a setting that was given, else `default`; the table of defaults is not read."""
        if name not in self._given:
            return default
        return self[name]

    def all(self) -> dict[str, object]:
        """Return every setting that exists, as $settings::all_local does."""
        if self._all is None:
            self._all = {name: self[name] for name in _table()}
        return self._all

    def check(self, file: str = "") -> None:
        """Reject a given setting whose value is not of its kind; `file` is where it was read."""
        for name in self._given:
            try:
                self[name]
            except InputError as error:
                if not file or name in self.on_command_line:
                    raise
                from duckrow.puppet.settings.conf import place_of

                raise InputError(f"{error} {place_of(file, name, self.world)}") from None
        self._choice("log_level", LEVELS, "notice")
        self.check_choices()

    def expand(self, text: str) -> str:
        """Put the values of other settings where a text names them: $name or ${name}."""
        return self._expand(text, ())

    def _work_out(self, name: str, within: tuple[str, ...]) -> object:
        kind, default = _table().get(name, ("text", None))
        if name in self._given:
            value = self._given[name]
        elif default is None:
            raise KeyError(name)
        elif kind == "none":
            return None
        elif kind == "host":
            value = self._host_defaults.get(name)
            if value is None:
                from duckrow.puppet.settings.defaults import host_default

                value = self._host_defaults[name] = host_default(name, self.world)
        else:
            value = default
        if isinstance(value, str):
            if name in within:
                raise InputError(f"the setting {name} is made of itself")
            value = self._expand(value, (*within, name))
        return _READERS[kind](name, value) if kind in _READERS else value

    def _expand(self, text: str, within: tuple[str, ...]) -> str:
        if "$" not in text:
            return text
        done: list[str] = []
        before, *pieces = text.split("$")
        done.append(before)
        for piece in pieces:
            name, rest = _name_at_start(piece)
            if not name:
                done.append(f"${piece}")
                continue
            try:
                value = self._work_out(name, within)
            except KeyError:
                value = "server" if name == "run_mode" else None  # a compile runs as a server
            done.append(f"${piece}" if value is None else f"{_text_of(value)}{rest}")
        return "".join(done)

    def _choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self._given.get(name, default)
        if value not in choices:
            listed = ", ".join(choices)
            raise InputError(f"the setting {name} is one of {listed}, not '{value}'")
        return str(value)

    def _flag(self, name: str, default: bool) -> bool:
        return _read_flag(name, self._given[name]) if name in self._given else default


def _is_same(value: object, other: object) -> bool:
    return type(value) is type(other) and bool(value == other)


def _table() -> dict[str, tuple[str, str]]:
    from duckrow.puppet.settings.defaults import KNOWN

    return KNOWN


def _name_at_start(piece: str) -> tuple[str, str]:
    """Split `confdir/x` or `{confdir}/x` into the name and the rest."""
    if piece.startswith("{"):
        name, brace, rest = piece[1:].partition("}")
        return (name, rest) if brace else ("", piece)
    end = 0
    while end < len(piece) and (piece[end].isalnum() or piece[end] == "_"):
        end += 1
    return piece[:end], piece[end:]


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _read_flag(name: str, value: object) -> bool:
    if value in (True, "true"):
        return True
    if value in (False, "false"):
        return False
    raise InputError(f"the setting {name} is true or false, not '{value}'")


def _read_number(name: str, value: Any) -> int:
    try:
        return int(value)
    except ValueError:
        raise InputError(f"the setting {name} is a whole number, not '{value}'") from None


_UNITS = {"y": 31_536_000, "d": 86_400, "h": 3600, "m": 60, "s": 1}


def _read_time(name: str, value: object) -> float:
    """Read a length of time into seconds."""
    if isinstance(value, int):
        return value
    text = str(value)
    if text == "unlimited":
        return float("inf")
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "s")
    if not (number.isascii() and number.isdigit()):
        raise InputError(f"the setting {name} is a time such as 30m, not '{value}'")
    return int(number) * _UNITS[unit]


def _read_list(_name: str, value: object) -> list[object]:
    if isinstance(value, list):
        return value
    return [word.strip() for word in str(value).split(",") if word.strip()]


_READERS: dict[str, Callable[[str, object], object]] = {
    "flag": _read_flag,
    "number": _read_number,
    "time": _read_time,
    "list": _read_list,
}
