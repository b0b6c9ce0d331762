"""Read the HOCON of configuration files strictly: every value keeps its location.

    section = load_strict(content, "auth.conf")
    rules = section.section("authorization").sections("rules")

Accepted are comments, keys with dots, objects, lists, strings, numbers and words. Substitutions
(${…}), `include`, `+=` and a value that is set twice are errors: with them a file that decides
about access may mean something else than it seems to. Errors name file, line and column.
"""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.hocon_read import Reader
from duckrow.data.hocon_tree import HoconError, Join, Object, Reference, Text, plain
from duckrow.data.limits import check_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn

    Location = tuple[int, int]


_MOST_DEPTH = 50


class ConfigurationError(DataError):
    """A configuration file that cannot be used; the message begins with file, line and column."""


class Section:
    """An object of a configuration file: values by key, and where each is."""

    __slots__ = ("_locations", "_values", "file", "location")

    def __init__(
        self,
        file: str,
        location: Location,
        values: dict[str, object],
        locations: dict[str, Location],
    ) -> None:
        self.file = file
        self.location = location
        self._values = values
        self._locations = locations

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def keys(self) -> Iterable[str]:
        """Return the keys in the order of the file."""
        return self._values.keys()

    def error(self, message: str, key: str | None = None) -> ConfigurationError:
        """Return an error about a key, or about the whole section."""
        line, column = self._locations.get(key or "", self.location)
        return ConfigurationError(f"{self.file}:{line}:{column}: {message}")

    def expect_keys(self, *known: str) -> None:
        """Reject keys that have no meaning. Raises ConfigurationError."""
        from duckrow.source.did_you_mean import did_you_mean

        for key in self._values:
            if key not in known:
                hint = did_you_mean(key, known)
                raise self.error(f"unknown key '{key}'" + (f"; {hint}" if hint else ""), key)

    def get(self, key: str) -> object:
        """Return a value as it is: a string, a number, a word, a list or a Section; or None."""
        return self._values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string. Raises ConfigurationError."""
        value = self._values.get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, "a string")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """Return a whole number. Raises ConfigurationError."""
        value = self._values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(key, "a whole number")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false. Raises ConfigurationError."""
        value = self._values.get(key, default)
        if value in ("true", "false"):
            return value == "true"
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def texts(self, key: str) -> list[str]:
        """Return a list of strings; one string is a list of one. Raises ConfigurationError."""
        value = self._values.get(key, [])
        items = value if isinstance(value, list) else [value]
        found = [each for each in items if isinstance(each, str)]
        if len(found) != len(items):
            raise self._wrong(key, "a string or a list of strings")
        return found

    def section(self, key: str) -> Section:
        """Return an object; a missing one is empty. Raises ConfigurationError."""
        if key not in self._values:
            return Section(self.file, self.location, {}, {})
        value = self._values[key]
        if not isinstance(value, Section):
            raise self._wrong(key, "an object { … }")
        return value

    def sections(self, key: str) -> list[Section]:
        """Return a list of objects. Raises ConfigurationError."""
        value = self._values.get(key, [])
        items = value if isinstance(value, list) else [value]
        found = [each for each in items if isinstance(each, Section)]
        if len(found) != len(items):
            raise self._wrong(key, "a list of objects [{ … }]")
        return found

    def _wrong(self, key: str, expected: str) -> ConfigurationError:
        if key not in self._values:
            return self.error(f"'{key}' is missing; it is {expected}")
        return self.error(f"'{key}' is {expected}", key)


class _LocatedObject(Object):
    """Keys with their values and locations."""

    __slots__ = ("_reader", "location", "locations")

    def __init__(self, reader: _StrictReader) -> None:
        super().__init__()
        self._reader = reader
        line, column = reader.location()
        is_after_brace = reader.text[reader.at - 1 : reader.at] == "{"
        self.location = (line, column - is_after_brace)
        self.locations: dict[str, Location] = {}

    def add(self, path: list[str], value: object) -> None:
        super().add(path, value)
        self.locations.setdefault(path[0], self._reader.starts[-1])


class _StrictReader(Reader):
    """Parses a text whose values stand for themselves."""

    __slots__ = ("starts",)

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self.starts: list[Location] = []  # of the fields that are being parsed, outermost first

    def location(self) -> Location:
        return self.line, self.at - self.text.rfind("\n", 0, self.at)

    def fail(self, message: str) -> NoReturn:
        line, column = self.location()
        raise ConfigurationError(f"{self.file}:{line}:{column}: {message}")

    def wrong(self, expected: str) -> HoconError:
        got = self.text[self.at : self.at + 10].partition("\n")[0]
        shown = repr(got) if got else "the end of the line"
        self.fail(f"expected {expected}, got {shown}")

    def nested(self) -> None:
        self.depth += 1
        if self.depth > _MOST_DEPTH:
            self.fail(f"the data is nested more than {_MOST_DEPTH} levels deep")

    def new_object(self) -> Object:
        return _LocatedObject(self)

    def field(self, into: Object) -> None:
        if self.text.startswith(("include ", "include\t"), self.at):
            self.fail("include is not supported: write the content here")
        self.starts.append(self.location())
        super().field(into)
        self.starts.pop()

    def reference(self) -> Reference:
        self.fail("substitutions such as ${a.b} are not supported: write the value itself")


def load_strict(content: bytes, file: str) -> Section:
    """Read a configuration file. Raises DataError, with the location of the error."""
    check_size(content, file)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigurationError(f"{file}:{line}:1: the file is not UTF-8") from None
    reader = _StrictReader(text, file)
    try:
        found = _settled([reader.document()], file, "", (1, 1))
    except HoconError as error:
        line, column = reader.location()
        raise ConfigurationError(f"{file}:{line}:{column}: {_bare(str(error))}") from None
    assert isinstance(found, Section)
    return found


def _bare(message: str) -> str:
    """Return a message of the reader without its own location."""
    message = message.removeprefix("String: ")
    number, _, rest = message.partition(": ")
    return rest if number.isdecimal() and rest else message


def _settled(values: list[object], file: str, key: str, location: Location) -> object:
    """Return the value of a key: objects are merged, and of others there may be only one."""
    line, column = location
    if len(values) > 1 and not all(isinstance(each, Object) for each in values):
        raise ConfigurationError(f"{file}:{line}:{column}: '{key}' is set more than once")
    first = values[0]
    if isinstance(first, Object):
        return _section([each for each in values if isinstance(each, Object)], file, location)
    if isinstance(first, list):
        return [_settled([each], file, key, location) for each in first]
    if isinstance(first, Join):
        if not all(isinstance(each, str) for each in first.parts):
            fault = "has values without a comma between them"
            if isinstance(first.parts[0], Reference):
                fault = "is extended by +=, which is not supported: write the whole list"
            raise ConfigurationError(f"{file}:{line}:{column}: '{key}' {fault}")
        return "".join(str(each) for each in first.parts)
    return str(first) if isinstance(first, str) and not isinstance(first, Text) else plain(first)


def _section(objects: list[Object], file: str, location: Location) -> Section:
    """Merge objects."""
    written: dict[str, list[object]] = {}
    locations: dict[str, Location] = {}
    begin = location
    for each in objects:
        if isinstance(each, _LocatedObject):
            begin = each.location if begin == location else begin
            for key, at in each.locations.items():
                locations.setdefault(key, at)
        for key, values in each.fields.items():
            written.setdefault(key, []).extend(values)
    settled = {
        key: _settled(values, file, key, locations.get(key, location))
        for key, values in written.items()
    }
    return Section(file, begin, settled, locations)
