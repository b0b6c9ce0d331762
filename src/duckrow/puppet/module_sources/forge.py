"""Modules of a server with the protocol of the Puppet Forge, version 3."""

from __future__ import annotations

from urllib.parse import quote, urljoin, urlsplit

from duckrow import __version__
from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.web.request import Request
from duckrow.puppet.module_sources.release import FORGE, Origin, Release, release_of, version_of
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.web.request import Web

AGENT = f"duckrow/{__version__}"
LARGEST_PAGE = 64 * 1024 * 1024
MOST_PAGES = 200
_UNUSED = "readme,changelog,license,reference,tags,supported,downloads,created_at,updated_at"


class Forge:
    """A Forge server."""

    __slots__ = ("_web", "shown", "url")

    def __init__(self, url: str, web: Web) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise InputError(f"{url!r} is not the URL of a Forge: it begins with http or https")
        self.url = url.rstrip("/") + "/"
        self.shown = url
        self._web = web

    def releases(self, name: str) -> list[Release]:
        """Return the releases of a module that the server lists, over all pages."""
        found: list[Release] = []
        if "-" not in name:
            return found
        page: object = (
            f"v3/releases?module={quote(name)}&sort_by=version&limit=100&exclude_fields={_UNUSED}"
        )
        for _ in range(MOST_PAGES):
            if not isinstance(page, str) or not page:
                return found
            answer = self._ask(page)
            if answer is None:
                return found
            results = answer.get("results")
            for each in results if isinstance(results, list) else ():
                release = self._release(each, name)
                if release is not None:
                    found.append(release)
            pagination = answer.get("pagination")
            page = pagination.get("next") if isinstance(pagination, dict) else None
        raise InputError(f"{self.shown} lists more than {MOST_PAGES} pages of releases of {name}")

    def _release(self, given: object, name: str) -> Release | None:
        """Return a release of a list; None if it is deleted, or another module's."""
        if not isinstance(given, dict) or given.get("deleted_at"):
            return None
        metadata = given.get("metadata")
        if not isinstance(metadata, dict) or not isinstance(given.get("file_uri"), str):
            return None
        sha256, md5 = given.get("file_sha256"), given.get("file_md5")
        digest = f"sha256:{sha256}" if sha256 else f"md5:{md5}" if md5 else ""
        digest = digest.lower()
        url = self._absolute(str(given["file_uri"]))
        release = release_of(metadata, Origin(FORGE, url, digest), name)
        if release.version is None:
            release.version = version_of(str(given.get("version")))
        return release if release.name == name and release.version is not None else None

    def _absolute(self, path: str) -> str:
        """Return the URL of a path; one that begins with / is below the URL of the server."""
        return urljoin(self.url, path if urlsplit(path).scheme else path.lstrip("/"))

    def _ask(self, path: str) -> dict[str, object] | None:
        """Return the JSON object at a path; None if there is nothing."""
        url = self._absolute(path)
        try:
            with self._web.ask(Request(url, headers={"user-agent": AGENT})) as answer:
                if answer.status == 404:
                    return None
                if not answer.is_success:
                    raise InputError(f"cannot read {url}: {answer.status} {answer.reason}")
                content = answer.read(LARGEST_PAGE + 1)
        except OSError as error:
            raise InputError(
                f"cannot reach the Forge {self.shown}",
                why=reason(error),
                hint="--from DIR takes modules from a directory; --forge names another server",
            ) from None
        try:
            found = load(content) if len(content) <= LARGEST_PAGE else None
        except DataError:
            found = None
        if not isinstance(found, dict):
            raise InputError(f"{url} did not answer with a JSON object")
        return found
