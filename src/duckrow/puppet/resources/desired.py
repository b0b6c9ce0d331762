"""The desired state of one resource: its attributes, checked and converted for providers.

    desired.ref             File[/etc/motd]
    desired.name            "/etc/motd"
    desired["mode"]         the value of an attribute, None if it is not set
    desired.values          all of them, defaults included
    desired.path            /Stage[main]/Motd/File[/etc/motd], the source of its log messages

A word that the type knows (present, running, true) is its text. An attribute that takes yes and no
is True or False. A property with several values is in sync with any of them: `values` holds the
first, `alternatives` all of them; properties in the table's `lists` hold the whole list.
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, Protocol

    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.table import ResourceTypeTable

    class Log(Protocol):
        """Logs a message, with the location of the resource that it is about."""

        def __call__(
            self,
            level: str,
            message: str,
            source: str = ...,
            file: str | None = ...,
            line: int | None = ...,
            /,
        ) -> None: ...

    class FactsOfFile(Protocol):
        """What a server knows of a file, as much as a provider needs."""

        kind: str
        mode: int
        uid: int
        gid: int
        target: str | None

    class ServedFile(Protocol):
        """A file of a server."""

        @property
        def facts(self) -> FactsOfFile: ...

        def checksum(self, kind: str, /) -> str:
            """Return the checksum of its content, with the kind."""

        def pieces(self) -> Iterator[bytes]:
            """Return its content in pieces."""

    class FileServer(Protocol):
        """The server that the catalog comes from. Its methods raise a ProviderError."""

        def find(self, url: str, desired: Desired, /) -> ServedFile | None:
            """Return the file of a URL puppet://…, or None if there is none."""

        def names(self, url: str, desired: Desired, /) -> list[str] | None:
            """Return the relative names below a directory, or None if it is none."""

        def keep(
            self,
            path: str,
            digest: str,
            read: Callable[[], Iterator[bytes]],
            bucket: Desired | None,
            /,
        ) -> None:
            """Back up a content in the file bucket of the server, or of the one it names."""

    class Neighbours(Protocol):
        """The catalog that a resource is part of, as much of it as types and providers see."""

        @property
        def server(self) -> FileServer | None:
            """The server that the catalog comes from; None if it was compiled here."""

        def find(self, type_name: str, title: str) -> Desired | None:
            """Return a resource by the name of its type and its title, name or alias."""

        def of_type(self, type_name: str) -> list[Desired]:
            """Return all resources of a type, in order."""

        def make(
            self,
            type_name: str,
            title: str,
            values: Mapping[str, object],
            around: Desired | None,
            instance: object = None,
        ) -> Desired:
            """Make a resource outside the catalog, with the location and tags of another."""

        def find_table(self, name: str, /) -> ResourceTypeTable | None:
            """Return a type by its name in lower case."""

        def providers_of(self, table: ResourceTypeTable) -> list[Any]:
            """Return the Providers of a type that can work here, the preferred one first."""

        def backup(self, path: str) -> str | None:
            """Back up the content of a file; return its SHA-256, or None without a backup."""

        def find_source(self, url: str) -> str | None:
            """Return the path on the host of the file that puppet:///modules/NAME/PATH names."""

        def warn_once(self, message: str) -> None:
            """Log a warning that is not about one resource, unless it has been logged."""

        def plugin_directories(self, relative: str) -> list[str]:
            """Return the directories of a name in `lib` of modules, on the host itself."""


class ResourceError(DuckrowError):
    """A resource that cannot be as it is described; the message ends with the location."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        where = ""
        if file and line is not None:
            where = f" (file: {file}, line: {line})"
        elif file or line is not None:
            where = f" (file: {file})" if file else f" (line: {line})"
        super().__init__(message + where)
        self.message = message
        self.file = file
        self.line = line


class Desired:
    """One resource of a catalog, ready to be applied."""

    __slots__ = (
        "alternatives",  # property -> all values that will do, where there are several
        "behaviour",
        "catalog",  # Neighbours
        "file",
        "given",  # attributes as the catalog has them
        "instance",  # the object that represents it in Ruby code, once there is one
        "line",
        "log_to",
        "name",
        "noop",  # True or False if the resource sets it, else None
        "path",
        "provider",  # the Provider that manages it, or None without one
        "ref",
        "sensitive",  # names of attributes whose values are never shown
        "table",
        "tags",
        "title",
        "type",  # with its capital: File
        "values",
    )

    def __init__(
        self,
        behaviour: Behaviour,
        title: str,
        given: Mapping[str, object],
        *,
        file: str | None = None,
        line: int | None = None,
        tags: Iterable[str] = (),
        sensitive: Iterable[str] = (),
    ) -> None:
        table = behaviour.table
        self.behaviour = behaviour
        self.table: ResourceTypeTable = table
        self.type = behaviour.type_name
        self.title = title
        self.ref = f"{self.type}[{title}]"
        self.name: str = title
        self.given = given
        self.values: dict[str, Any] = {}
        self.alternatives: dict[str, list[Any]] | None = None
        self.file = file
        self.line = line
        self.tags = tags
        self.sensitive = sensitive
        self.noop: bool | None = None
        self.provider: Any = None
        self.instance: object = None
        self.catalog: Neighbours | None = None
        self.path = self.ref
        self.log_to: Log | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values.get(name)

    def get(self, name: str, default: object = None) -> Any:
        """Return the value of an attribute, or something else if it is not set."""
        value = self.values.get(name)
        return default if value is None else value

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def __str__(self) -> str:
        return self.ref

    def __repr__(self) -> str:
        return f"<desired {self.ref}>"

    @property
    def loglevel(self) -> str:
        """The level of messages about changes."""
        return self.values.get("loglevel") or "notice"

    def is_sensitive(self, name: str) -> bool:
        """Return whether the value of an attribute must not be shown."""
        return name in self.sensitive

    def log(self, level: str, message: str, source: str | None = None) -> None:
        """Log a message about this resource, or about another source."""
        if self.log_to is None:
            return
        message = self.hide(message)
        if source == "Puppet":
            self.log_to(level, message, source)
        else:
            self.log_to(level, message, source or self.path, self.file or None, self.line)

    def hide(self, text: str) -> str:
        """Replace secret values in a text from elsewhere, such as the error message of a tool."""
        for name in self.sensitive:
            for values in (self.values, self.given):
                for secret in texts_in(values.get(name)):
                    if secret in text:
                        text = text.replace(secret, "[redacted]")
        return text

    def fail(self, message: str) -> ResourceError:
        """Return an error with the location of this resource."""
        return ResourceError(message, self.file, self.line)


def secret_texts(desired: Desired) -> list[str]:
    """Return the secret strings of a resource, without the words that its type knows."""
    table = desired.table
    found: list[str] = []
    for name in desired.sensitive:
        known = (table.properties.get(name) or table.parameters.get(name) or "").split()
        for values in (desired.given, desired.values):
            found += [text for text in texts_in(values.get(name)) if text not in known]
    return found


def texts_in(value: object) -> list[str]:
    """Return the texts that a value holds, the longest first; tiny ones are found everywhere."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, int | float) and not isinstance(item, bool):
            found.append(str(item))
    return sorted((text for text in found if len(text) > 2), key=len, reverse=True)
