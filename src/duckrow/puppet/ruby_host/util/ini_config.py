"""Puppet::Util::IniConfig: INI files with sections, read, changed and stored."""

from __future__ import annotations

import re

from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError
from duckrow.ruby.library.host.asking import absolute, path_of
from duckrow.ruby.library.host.opening import write_in_place
from duckrow.ruby.library.host.streams import lines_of
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_COMMENT = re.compile(r"\s*$|[#;]|\s*rem\s", re.IGNORECASE)
_CONTINUATION = re.compile(r"[ \t\r\n\f]")
_SECTION = re.compile(r"\[([^\]]+)\]")
_PROPERTY = re.compile(r"\s*([^\s=]+)\s*=\s*(.*)$", re.MULTILINE)
_ERROR = "Puppet::Util::IniConfig::IniParseError"


class Section(TableValue):
    """A section: lines, and pairs of name and value."""

    __slots__ = ("destroys", "entries", "file", "is_dirty", "name")

    ruby_class_name = "Puppet::Util::IniConfig::Section"

    def __init__(self, name: str, file: str) -> None:
        self.name = name
        self.file = file
        self.entries: list[object] = []  # a line, or [name, value]
        self.is_dirty = False
        self.destroys = False

    def find(self, name: str) -> list[object] | None:
        """Return the pair of a name."""
        for entry in self.entries:
            if isinstance(entry, list) and entry[0] == name:
                return entry
        return None

    def set(self, name: str, value: object) -> None:
        """Set a value."""
        self.is_dirty = True
        entry = self.find(name)
        if entry is None:
            self.entries.append([name, value])
        else:
            entry[1] = value

    def text(self, ruby: Interpreter) -> str:
        """Write the section."""
        if self.destroys:
            return ""
        made = f"[{self.name}]\n"
        for entry in self.entries:
            if not isinstance(entry, list):
                made += to_s(ruby, entry)
            elif entry[1] is not None:
                made += f"{to_s(ruby, entry[0])}={to_s(ruby, entry[1])}\n"
        return made


def _section_value(ruby: Interpreter, self: Section, name: object) -> object:
    entry = self.find(to_s(ruby, name))
    return None if entry is None else entry[1]


def _set_section_value(ruby: Interpreter, self: Section, name: object, value: object) -> object:
    self.set(to_s(ruby, name), value)
    return value


def _flag(name: str, *, value: bool | None = None) -> Callable[..., object]:
    def assign(_ruby: Interpreter, self: Section, given: object = None) -> object:
        setattr(self, name, given not in (None, False) if value is None else value)
        return given

    return assign


def _add_line(_ruby: Interpreter, self: Section, line: object) -> object:
    self.entries.append(line)
    return self.entries


Section.ruby_methods = {
    "name": lambda _ruby, self: self.name,
    "file": lambda _ruby, self: self.file,
    "entries": lambda _ruby, self: self.entries,
    "[]": _section_value,
    "[]=": _set_section_value,
    "add_line": _add_line,
    "format": lambda ruby, self: self.text(ruby),
    "dirty?": lambda _ruby, self: self.is_dirty or self.destroys,
    "destroy?": lambda _ruby, self: self.destroys,
    "destroy=": _flag("destroys"),
    "mark_dirty": _flag("is_dirty", value=True),
    "mark_clean": _flag("is_dirty", value=False),
}


class PhysicalFile(TableValue):
    """One file: lines before the first section, then sections."""

    __slots__ = ("collection", "contents", "destroys_empty", "path")

    ruby_class_name = "Puppet::Util::IniConfig::PhysicalFile"

    def __init__(self, path: str, collection: Files | None = None) -> None:
        self.path = path
        self.contents: list[Section | str] = []
        self.collection = collection
        self.destroys_empty = False

    @property
    def sections(self) -> list[Section]:
        """The sections in the order of the file."""
        return [each for each in self.contents if isinstance(each, Section)]

    def section(self, name: str) -> Section | None:
        """Find a section."""
        return next((each for each in self.sections if each.name == name), None)

    def add(self, ruby: Interpreter, name: str) -> Section:
        """Add a section at the end."""
        known = self.collection is not None and self.collection.section(name) is not None
        if known or self.section(name) is not None:
            raise RubyError(
                _ERROR, f"Section {inspect(ruby, name)} is already defined, cannot redefine"
            )
        made = Section(name, self.path)
        self.contents.append(made)
        return made

    def read(self, ruby: Interpreter) -> None:
        """Read the file; a missing file is empty, and headers of Puppet are left out."""
        files = machine_host(ruby).machine("Puppet::Util::IniConfig").files
        where = absolute(ruby, self.path)
        data = b"" if files.facts(where, follow=True) is None else files.read(where)
        self.parse(ruby, re.sub(r"# HEADER.*\n", "", from_bytes(data)))

    def parse(self, ruby: Interpreter, text: str) -> None:
        """Read sections and values of a text."""
        section: Section | None = None
        name: str | None = None
        for number, line in enumerate(lines_of(text), 1):
            if _COMMENT.match(line):
                (self.contents if section is None else section.entries).append(line)
            elif _CONTINUATION.match(line) and section is not None and name is not None:
                entry = section.find(name)
                assert entry is not None
                end = line.rstrip("\n")
                entry[1] = f"{entry[1]}\n{end}"
            elif (match := _SECTION.match(line)) is not None:
                section, name = self.add(ruby, match[1]), None
            elif (match := _PROPERTY.match(line)) is not None:
                if section is None:
                    raise RubyError(
                        _ERROR, f"Property with key {inspect(ruby, match[1])} outside of a section"
                    )
                name = match[1]
                section.set(name, match[2].rstrip())
            else:
                shown = line.rstrip("\n")
                raise RubyError(
                    _ERROR, f"Can't parse line '{shown}' (file: {self.path}, line: {number})"
                )
        for each in self.sections:
            each.is_dirty = False

    def text(self, ruby: Interpreter) -> str:
        """Write the file."""
        parts = (each.text(ruby) if isinstance(each, Section) else each for each in self.contents)
        return "".join(parts)

    def store(self, ruby: Interpreter) -> None:
        """Write the file if a section has changed."""
        files = machine_host(ruby).machine("Puppet::Util::IniConfig").files
        where = absolute(ruby, self.path)
        if self.destroys_empty and all(each.destroys for each in self.sections):
            files.remove(where)
        elif any(each.is_dirty or each.destroys for each in self.sections):
            write_in_place(files, where, to_bytes(self.text(ruby)), 0o644)
        for each in self.sections:
            each.is_dirty = False


def _get_section(ruby: Interpreter, self: PhysicalFile | Files, name: object) -> Section | None:
    return self.section(to_s(ruby, name))


def _add_to_file(ruby: Interpreter, self: PhysicalFile, name: object) -> Section:
    return self.add(ruby, to_s(ruby, name))


PhysicalFile.ruby_methods = {
    "read": lambda ruby, self: self.read(ruby),
    "parse": lambda ruby, self, text: self.parse(ruby, to_s(ruby, text)),
    "sections": lambda _ruby, self: self.sections,
    "contents": lambda _ruby, self: self.contents,
    "get_section": _get_section,
    "add_section": _add_to_file,
    "format": lambda ruby, self: self.text(ruby),
    "store": lambda ruby, self: self.store(ruby),
    "destroy_empty": lambda _ruby, self: self.destroys_empty,
    "destroy_empty=": _flag("destroys_empty"),
}


class Files(TableValue):
    """Several files, whose sections are looked up together."""

    __slots__ = ("files",)

    ruby_class_name = "Puppet::Util::IniConfig::FileCollection"

    def __init__(self) -> None:
        self.files: dict[str, PhysicalFile] = {}

    def section(self, name: str) -> Section | None:
        """Find a section; that of the last file counts."""
        found = [file.section(name) for file in self.files.values()]
        return next((each for each in reversed(found) if each is not None), None)

    def file(self, path: str) -> PhysicalFile:
        """Return a file, which is made if it is not known."""
        return self.files.setdefault(path, PhysicalFile(path, self))


def _read_file(ruby: Interpreter, self: Files, path: object) -> None:
    word = path_of(ruby, path)
    self.files[word] = PhysicalFile(word, self)
    self.files[word].read(ruby)


def _each_section(ruby: Interpreter, self: Files, *, block: Proc) -> None:
    for file in list(self.files.values()):
        for section in file.sections:
            block(ruby, section)


def _each_file(ruby: Interpreter, self: Files, *, block: Proc) -> None:
    for path in list(self.files):
        block(ruby, path)


def _add_section(ruby: Interpreter, self: Files, name: object, path: object) -> Section:
    return self.file(path_of(ruby, path)).add(ruby, to_s(ruby, name))


def _store(ruby: Interpreter, self: Files) -> None:
    for file in self.files.values():
        file.store(ruby)


Files.ruby_methods = {
    "read": _read_file,
    "store": _store,
    "files": lambda _ruby, self: self.files,
    "each_section": _each_section,
    "each_file": _each_file,
    "get_section": _get_section,
    "[]": _get_section,
    "include?": lambda ruby, self, name: _get_section(ruby, self, name) is not None,
    "add_section": _add_section,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its classes."""
    object_ = known_class(ruby, "Object")
    module = "Puppet::Util::IniConfig"
    collection = RubyModule(
        f"{module}::FileCollection", object_, singleton={"new": lambda _ruby, _self: Files()}
    )
    return {
        module: RubyModule(module, is_class=False),
        f"{module}::File": collection,
        f"{module}::FileCollection": collection,
        f"{module}::PhysicalFile": RubyModule(
            f"{module}::PhysicalFile",
            object_,
            singleton={"new": lambda ruby, _self, path, *_: PhysicalFile(path_of(ruby, path))},
        ),
        f"{module}::Section": RubyModule(
            f"{module}::Section",
            object_,
            singleton={
                "new": lambda ruby, _self, name, file: Section(
                    to_s(ruby, name), path_of(ruby, file)
                )
            },
        ),
        f"{module}::IniParseError": RubyModule(
            f"{module}::IniParseError", known_class(ruby, "Puppet::Error")
        ),
    }
