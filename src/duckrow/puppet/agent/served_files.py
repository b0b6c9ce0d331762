"""Files of the server: sources puppet://…, their recursion, and the file bucket.

A static catalog holds the metadata of its sources. Then the agent asks only for contents, in the
version that the catalog was compiled from.
"""

from __future__ import annotations

from urllib.parse import unquote

from duckrow.puppet.agent.client import BYTES, quoted
from duckrow.puppet.agent.errors import ResponseError
from duckrow.puppet.agent.metadata import is_safe, list_in, metadata_in, one_in
from duckrow.puppet.agent.servers import Address
from duckrow.puppet.providers.base import ProviderError
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.machine.files.facts import FileFacts
    from duckrow.puppet.agent.client import Client
    from duckrow.puppet.agent.metadata import Metadata
    from duckrow.puppet.resources.desired import Desired

_PREFIX = "/puppet/v3"
_MODULES = "puppet:///modules/"


class ServedFile:
    """A file of a server; its content is fetched when it is needed."""

    __slots__ = ("_metadata", "_pieces")

    def __init__(self, metadata: Metadata, pieces: Callable[[], Iterator[bytes]]) -> None:
        self._metadata = metadata
        self._pieces = pieces

    @property
    def facts(self) -> FileFacts:
        """What the server knows of the file."""
        return self._metadata.facts

    def checksum(self, _kind: str) -> str:
        """Return the checksum of its content, of the kind that the server used."""
        return self._metadata.checksum

    def pieces(self) -> Iterator[bytes]:
        """Fetch the content."""
        return self._pieces()


class ServedFiles:
    """The files of the server that a catalog comes from."""

    __slots__ = ("_client", "_code_id", "_environment", "_known", "_recursive", "_static")

    def __init__(self, client: Client, environment: str, catalog: dict[str, object]) -> None:
        self._client = client
        self._environment = environment
        self._code_id = str(catalog.get("code_id") or "")
        self._static = _hash(catalog.get("metadata"))
        self._recursive = _hash(catalog.get("recursive_metadata"))
        # The metadata of files below directories, by URL.
        self._known: dict[str, Metadata] = {}

    def find(self, url: str, desired: Desired) -> ServedFile | None:
        """Return the file of a URL, or None if there is none."""
        found = self._known.get(url)
        static = self._static.get(desired.title)
        if found is None and isinstance(static, dict):
            if static.get("source") != url:
                return None  # the server chose another source of the resource
            found = metadata_in(static)
        if found is None:
            found = self._ask_for_one(url, desired)
        if found is None:
            return None
        metadata = found
        return ServedFile(metadata, lambda: self._content(url, metadata))

    def names(self, url: str, desired: Desired) -> list[str] | None:
        """Return the relative names below a directory, or None if it is none."""
        listed = self._list(url, desired)
        if listed is None or not any(
            not each.relative and each.facts.is_directory for each in listed
        ):
            return None
        start = url.rstrip("/")
        for each in listed:
            self._known[f"{start}/{each.relative}" if each.relative else url] = each
        return [each.relative for each in listed if each.relative]

    def keep(
        self,
        path: str,
        digest: str,
        read: Callable[[], Iterator[bytes]],
        bucket: Desired | None,
    ) -> None:
        """Back up a content in the file bucket of the server, unless it has the content."""
        address = self._bucket_address(bucket)
        where = f"{_PREFIX}/file_bucket_file/sha256/{digest}/{quoted(path)}"
        fields = [("environment", self._environment)]
        try:
            try:
                self._client.ask("HEAD", where, fields, accept=BYTES, address=address)
            except ResponseError as error:
                if error.status != 404:
                    raise
            else:
                return
            self._client.ask(
                "PUT",
                where,
                fields,
                accept=BYTES,
                body=b"".join(read()),
                content_type=BYTES,
                address=address,
            )
        except InputError as error:
            raise ProviderError(f"Could not back up {path}: {error}") from None

    def _bucket_address(self, bucket: Desired | None) -> Address:
        usual = self._client.address
        if bucket is None:
            return usual
        port = str(bucket["port"] or "")
        return Address(
            str(bucket["server"] or usual.host), int(port) if port.isdigit() else usual.port
        )

    def _content(self, url: str, metadata: Metadata) -> Iterator[bytes]:
        address, path = _parts(url, self._client.address)
        fields = [("environment", self._environment)]
        where = f"{_PREFIX}/file_content/{quoted(path)}"
        if metadata.content_uri.startswith(_MODULES) and self._code_id:
            below = metadata.content_uri.removeprefix("puppet:///")
            where = f"{_PREFIX}/static_file_content/{quoted(below)}"
            fields.append(("code_id", self._code_id))
        try:
            yield from self._client.pieces(where, fields, address=address)
        except InputError as error:
            raise ProviderError(f"Could not retrieve content of {url}: {error}") from None

    def _ask_for_one(self, url: str, desired: Desired) -> Metadata | None:
        address, path = _parts(url, self._client.address)
        where = f"{_PREFIX}/file_metadata/{quoted(path)}"
        try:
            reply = self._client.ask("GET", where, self._fields(desired), address=address)
            return one_in(reply)
        except ResponseError as error:
            if error.status == 404:
                return None
            raise _failure(url, error) from None
        except InputError as error:
            raise _failure(url, error) from None

    def _list(self, url: str, desired: Desired) -> list[Metadata] | None:
        stored = _hash(self._recursive.get(desired.title))
        if stored:
            found = stored.get(url)
            return _stored(found) if isinstance(found, list) else None
        address, path = _parts(url, self._client.address)
        ignored = desired["ignore"] or []
        fields = [
            ("recurse", "true"),
            *([("recurselimit", str(desired["recurselimit"]))] if desired["recurselimit"] else []),
            ("max_files", str(desired["max_files"] or 0)),
            *(("ignore", str(each)) for each in (ignored if type(ignored) is list else [ignored])),
            *self._fields(desired),
        ]
        where = f"{_PREFIX}/file_metadatas/{quoted(path)}"
        try:
            return list_in(self._client.ask("GET", where, fields, address=address))
        except ResponseError as error:
            if error.status == 404:
                return None
            raise _failure(url, error) from None
        except InputError as error:
            raise _failure(url, error) from None

    def _fields(self, desired: Desired) -> list[tuple[str, str]]:
        return [
            ("links", str(desired["links"] or "manage")),
            ("checksum_type", str(desired["checksum"] or "sha256")),
            ("source_permissions", str(desired["source_permissions"] or "ignore")),
            ("environment", self._environment),
        ]


def _stored(items: list[object]) -> list[Metadata]:
    found = [metadata_in(each) for each in items]
    return [each for each in found if is_safe(each.relative)]


def _hash(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _parts(url: str, usual: Address) -> tuple[Address, str]:
    """Return the server and the path of a URL: puppet:///PATH, puppet://HOST[:PORT]/PATH."""
    place, _, path = url.removeprefix("puppet:").removeprefix("//").partition("/")
    path = unquote(path).rstrip("/")
    if not place:
        return usual, path
    host, colon, port = place.rpartition(":")
    if not colon:
        return Address(place, usual.port), path
    if not port.isdigit():
        raise ProviderError(f"Could not understand source {url}: the port is not a number")
    return Address(host, int(port)), path


def _failure(url: str, error: Exception) -> ProviderError:
    return ProviderError(f"Could not retrieve file metadata for {url}: {error}")
