"""Where the content of a file comes from: a path of the machine, a module on the host, a server."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.source.module_names import leads_into_archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired
    from duckrow.puppet.providers.file.web_source import WebSource
    from duckrow.puppet.resources.desired import FileServer, ServedFile


class Source:
    """The file that a managed file is copied from."""

    __slots__ = ("_files", "_path", "facts")

    def __init__(self, files: Files, path: str, facts: FileFacts) -> None:
        self._files = files
        self._path = path
        self.facts = facts

    def checksum(self, kind: str) -> str:
        """Return the checksum of its content, with the kind."""
        return f"{{{kind}}}{self._files.digest(self._path, kind)}"

    def pieces(self) -> Iterator[bytes]:
        """Return its content in pieces."""
        return self._files.pieces(self._path)


def find_source(machine: Machine, desired: Desired) -> Source | WebSource | ServedFile:
    """Return the first source that is there."""
    follow = desired["links"] == "follow"
    server = server_of(desired)
    for url in desired["source"]:
        if server is not None and url.startswith("puppet:"):
            served = server.find(url, desired)
            if served is not None:
                return served
            continue
        if url.startswith(("http:", "https:")):
            from duckrow.puppet.providers.file.web_source import find_on_web

            found = find_on_web(machine, url)
            if found is not None:
                return found
            continue
        files, path = source_of(machine, desired, url)
        if path is not None:
            facts = files.facts(path, follow=follow)
            if facts is not None:
                return Source(files, path, facts)
    environment = getattr(desired.catalog, "environment", "production")
    raise ProviderError(
        f"Could not retrieve information from environment {environment} "
        f"source(s) {', '.join(desired['source'])}"
    )


def server_of(desired: Desired) -> FileServer | None:
    """Return the server that has the files puppet://…, if the catalog comes from one."""
    return None if desired.catalog is None else desired.catalog.server


def source_of(machine: Machine, desired: Desired, url: str) -> tuple[Files, str | None]:
    """Return the file system of a source and the path in it; None if no module has the file."""
    if url.startswith("file:"):
        path = url[len("file:") :]
        return machine.files, "/" + path.lstrip("/")
    if url.startswith("puppet:///") and desired.catalog is not None:
        found = desired.catalog.find_source(url)
        return _host_files(machine, found), found
    if url.startswith("http"):
        return machine.files, None  # a server has files, and no list of them
    raise ProviderError(f"Could not retrieve file metadata for {url}: there is no server to ask")


def _host_files(machine: Machine, path: str | None) -> Files:
    """Return the files of the host itself, where modules are, or of the archive that one is."""
    if path is not None and leads_into_archive(path):
        from duckrow.machine.files.archived import ArchivedFiles

        return ArchivedFiles()
    if machine.root == "/":
        return machine.files
    from duckrow.machine.files.local import LocalFiles

    return LocalFiles("/")
