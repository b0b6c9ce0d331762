"""Puppet::FileServing: files of modules and of the host, which Ruby code reads by their URL.

Puppet::FileServing::Content.indirection.find("puppet:///modules/pond/duck").content
"""

from __future__ import annotations

from duckrow.machine.paths import is_directory, is_file, read_bytes
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.util.environments import module_path
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_MODULES = "puppet:///modules/"


class ServedFile(TableValue):
    """A file that a URL names: its content and what is known about it."""

    __slots__ = ("is_of_host", "path", "ruby_class_name")

    def __init__(self, class_name: str, path: str, is_of_host: bool) -> None:
        self.ruby_class_name = class_name
        self.path = path
        self.is_of_host = is_of_host

    def content(self, ruby: Interpreter) -> str:
        """Read the file."""
        if self.is_of_host:
            return from_bytes(machine_host(ruby).machine("a served file").files.read(self.path))
        return from_bytes(read_bytes(self.path))

    def checksum(self, ruby: Interpreter) -> str:
        from hashlib import sha256

        data = self.content(ruby).encode("utf-8", "surrogateescape")
        return f"{{sha256}}{sha256(data).hexdigest()}"


ServedFile.ruby_methods = {
    "content": lambda ruby, self: self.content(ruby),
    "path": lambda _ruby, self: self.path,
    "full_path": lambda _ruby, self: self.path,
    "ftype": lambda _ruby, self: "directory" if is_directory(self.path) else "file",
    "checksum": lambda ruby, self: self.checksum(ruby),
    "checksum_type": lambda _ruby, _self: "sha256",
}


class Indirection(TableValue):
    """The indirection of a class, which finds its instances by URL."""

    __slots__ = ("class_name",)

    ruby_class_name = "Puppet::Indirector::Indirection"

    def __init__(self, class_name: str) -> None:
        self.class_name = class_name

    def find(self, ruby: Interpreter, url: object, *_: object) -> ServedFile | None:
        """Return the file of a URL, or None if there is none."""
        text = to_s(ruby, url)
        if text.startswith(_MODULES):
            name, _slash, rest = text.removeprefix(_MODULES).partition("/")
            for directory in module_path(ruby):
                path = f"{directory}/{name}/files/{rest}"
                if is_file(path) or is_directory(path):
                    return ServedFile(self.class_name, path, is_of_host=False)
            return None
        path = text.removeprefix("file://").removeprefix("file:")
        files = machine_host(ruby).machine("a served file").files
        if not path.startswith("/") or files.facts(path, follow=True) is None:
            return None
        return ServedFile(self.class_name, path, is_of_host=True)


Indirection.ruby_methods = {"find": lambda ruby, self, url, *more: self.find(ruby, url, *more)}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    made: dict[str, object] = {
        "Puppet::FileServing": RubyModule("Puppet::FileServing", None, is_class=False)
    }
    for name in ("Puppet::FileServing::Content", "Puppet::FileServing::Metadata"):
        indirection = Indirection(name)
        class_ = RubyModule(name, known_class(ruby, "Object"))
        class_.singleton["indirection"] = lambda _ruby, _self, found=indirection: found
        made[name] = class_
    return made
