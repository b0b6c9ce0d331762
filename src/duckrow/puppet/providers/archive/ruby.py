"""archive: download to a temporary file, check, rename to the path, then extract.

The content is streamed. Nothing is at the path of the archive before its checksum is right.
"""

from __future__ import annotations

from os.path import join

from duckrow.machine.this_process import working_directory
from duckrow.puppet.providers.archive.extract import extract_archive
from duckrow.puppet.providers.base import ABSENT, Provider, ProviderError, ensure_error
from duckrow.puppet.providers.file.source import source_of
from duckrow.puppet.providers.system import MAKING_DIRECTORY, OPENING, ReportOsErrors, os_error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Change, Desired, State

    Write = Callable[[bytes], None]

MODE = 0o644
NOT_EXTRACTED = "archive not extracted"
# The longest text in which a checksum is looked for.
LIMIT = 1024 * 1024


class Ruby(Provider):
    """Archives, fetched by our own means."""

    name = "ruby"

    def __init__(self) -> None:
        self._checksums: dict[str, str] = {}

    # The current state.

    def read(self, machine: Machine, desired: Desired) -> State:
        is_extracted = self._is_extracted(machine, desired)
        there = machine.files.facts(desired.name, follow=True)
        state: State = {"creates": desired["creates"]}
        if desired["extract"] == "true" and not is_extracted:
            state["creates"] = NOT_EXTRACTED
        if there is not None and desired["checksum_type"] != "none":
            state["found"] = self._digest(machine, desired)
        is_right = there is not None and self._is_right(machine, desired, state.get("found"))
        is_done = is_extracted and there is None
        state["ensure"] = "present" if is_right or is_done else ABSENT
        return state

    def _is_extracted(self, machine: Machine, desired: Desired) -> bool:
        if desired["creates"] is None:
            return False
        path = join(working_directory(), desired["creates"])
        return machine.files.facts(path, follow=True) is not None

    def _digest(self, machine: Machine, desired: Desired) -> str:
        return machine.files.digest(desired.name, digest_kind(desired))

    def _is_right(self, machine: Machine, desired: Desired, found: str | None) -> bool:
        return found is None or found == self._checksum(machine, desired)

    def _checksum(self, machine: Machine, desired: Desired) -> str | None:
        """Return the desired checksum: from `checksum`, or fetched from `checksum_url`."""
        said = desired["checksum"]
        if said is not None or desired["checksum_url"] is None:
            return None if said is None else str(said)
        if desired.ref not in self._checksums:
            import re

            content = bytearray()
            self.fetch(machine, desired, desired["checksum_url"], _upto(content, LIMIT))
            match = re.search(rb"\b[\da-fA-F]{32,128}\b", bytes(content))
            found = "" if match is None else match[0].decode()
            # As if the manifest had set it.
            self._checksums[desired.ref] = desired.values["checksum"] = found
        return self._checksums[desired.ref]

    # In words.

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        if name == "creates":
            where = desired["extract_path"] or ""
            more["new_text"] = f"extracting in {where} to create {desired['creates']}"
        elif desired["ensure"] == ABSENT:
            more["message"] = f"remove archive: {desired.name} "
        elif "found" in state:
            kind = desired["checksum_type"]
            more["old_text"] = old = f"({kind}){state['found']}"
            more["new_text"] = new = f"({kind}){desired['checksum'] or ''}"
            more["message"] = f"replace archive: {desired.name} from {old} to {new}"
        else:
            where = f"and extracted in {desired['extract_path'] or ''}"
            more["message"] = (
                f"download archive from {desired['source'] or ''} to {desired.name} "
                f"{where if desired['extract'] == 'true' else ''} "
                f"{'with' if desired['cleanup'] == 'true' else 'without'} cleanup"
            )
        return super().change(state, desired, name, **more)

    # From one to the other.

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        facts = machine.files.facts(desired.name, follow=True)
        found = None
        if facts is not None and desired["checksum_type"] != "none":
            found = self._digest(machine, desired)
        if facts is None or not self._is_right(machine, desired, found):
            self._download(machine, desired)
        self._extract(machine, desired)
        if self._is_extracted(machine, desired) and desired["cleanup"] == "true":
            desired.log("debug", f"Cleanup archive {desired.name}", "Puppet")
            machine.files.remove(desired.name)

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        machine.files.remove(desired.name)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        if desired["extract"] == "true":
            extract_archive(machine, desired, ProviderError)

    def _extract(self, machine: Machine, desired: Desired) -> None:
        if desired["extract"] == "true":
            extract_archive(machine, desired, lambda cause: ensure_error(desired, cause))

    def _download(self, machine: Machine, desired: Desired) -> None:
        from duckrow.machine.files.digests import new_digest

        directory = desired["temp_dir"]
        if directory is not None:
            facts = machine.files.facts(directory, follow=True)
            if facts is None or not facts.is_directory:
                raise ProviderError(f"Temporary directory {directory} doesn't exist")
        kind = desired["checksum_type"]
        is_checked = desired["checksum_verify"] == "true" and kind != "none"
        digest = new_digest(digest_kind(desired)) if is_checked else None
        _make_parents(machine, desired)
        with machine.files.draft(desired.name) as draft:

            def write(piece: bytes) -> None:
                draft.write(piece)
                if digest is not None:
                    digest.update(piece)

            self._copy(machine, desired, write)
            if digest is not None:
                wanted, actual = self._checksum(machine, desired) or "", digest.hexdigest()
                if actual != wanted:
                    raise ProviderError(
                        f"Download file checksum mismatch (expected: {wanted} actual: {actual})"
                    )
            draft.publish(MODE)

    def _copy(self, machine: Machine, desired: Desired, write: Write) -> None:
        source = desired["source"]
        if source is None:
            raise ProviderError("Unable to fetch archive, the source parameter is nil.")
        if source.startswith("puppet"):
            files, path = source_of(machine, desired, source)
            facts = None if path is None else files.facts(path, follow=True)
            if path is None or facts is None:
                environment = getattr(desired.catalog, "environment", "production")
                raise ensure_error(
                    desired,
                    f"Could not retrieve information from environment {environment} "
                    f"source(s) {source}'",
                )
            _take(files.pieces(path), write)
        elif source.startswith(("http", "ftp")):
            self.fetch(machine, desired, source, write)
        elif source.startswith("file"):
            from urllib.parse import unquote, urlsplit

            path = unquote(urlsplit(source).path)
            with ReportOsErrors(path, OPENING, desired):
                _take(machine.files.pieces(path), write)
        elif source.startswith("s3"):
            self._fetch_from_s3(machine, desired, write)
        else:
            if machine.files.facts(source, follow=True) is None:
                raise ProviderError(f"Source file: {source} does not exists.")
            with ReportOsErrors(source, OPENING, desired):
                _take(machine.files.pieces(source), write)

    def fetch(self, machine: Machine, desired: Desired, url: str, write: Write) -> None:
        """Fetch from an address."""
        from duckrow.machine.web.request import Request

        if url.startswith(("file:", "/")):
            from urllib.parse import unquote, urlsplit

            _take(machine.files.pieces(unquote(urlsplit(url).path)), write)
            return
        cookie = desired["cookie"]
        request = Request(
            url,
            headers={} if cookie is None else {"Cookie": str(cookie)},
            username=desired["username"],
            password=desired["password"],
            proxy=desired["proxy_server"],
            is_insecure=bool(desired["allow_insecure"]),
            redirects=5,
        )
        try:
            with machine.web.ask(request) as answer:
                if not answer.is_success:
                    body = answer.read(4096).decode("utf-8", "replace")
                    raise ProviderError(
                        f"HTTP Error Code {answer.status}\nURL: {url}\nContent:\n{body}"
                    )
                _take(answer.pieces(), write)
        except OSError as error:
            raise ensure_error(desired, error.strerror or str(error)) from error

    def _fetch_from_s3(self, machine: Machine, desired: Desired, write: Write) -> None:
        from duckrow.puppet.providers.archive.tools import stream

        options = desired["download_options"] or []
        stream(machine, "aws", ["s3", "cp", "--quiet", desired["source"], "-", *options], write)


def digest_kind(desired: Desired) -> str:
    """Return the name of the checksum: sha2 is the one of 256 bits."""
    kind = str(desired["checksum_type"])
    return "sha256" if kind == "sha2" else kind


def _take(pieces: Iterable[bytes], write: Write) -> None:
    for piece in pieces:
        write(piece)


def _upto(found: bytearray, limit: int) -> Write:
    def write(piece: bytes) -> None:
        if len(found) < limit:
            found.extend(piece)

    return write


def _make_parents(machine: Machine, desired: Desired) -> None:
    missing = []
    parent = desired.name.rpartition("/")[0]
    while parent and machine.files.facts(parent, follow=True) is None:
        missing.append(parent)
        parent = parent.rpartition("/")[0]
    for each in reversed(missing):
        try:
            machine.files.make_directory(each)
        except OSError as error:
            why = os_error_text(error, each, MAKING_DIRECTORY)
            raise ensure_error(desired, why) from error


PROVIDER = Ruby
