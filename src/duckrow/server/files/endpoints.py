"""file_metadata, file_metadatas and file_content."""

from __future__ import annotations

from duckrow.machine.paths import read_bytes
from duckrow.puppet.file_serving.errors import (
    FileServingError,
    InvalidQuestionError,
    NoSuchFileError,
    NoSuchMountError,
    NotAFileError,
)
from duckrow.puppet.file_serving.options import options_of_file, options_of_tree
from duckrow.server.http.exchange import BYTES, JSON, Answer
from duckrow.server.http.v3 import (
    bad_request,
    chosen_format,
    environment_of,
    key_of,
    not_found,
    server_error,
)
from duckrow.source.module_names import leads_into_archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from duckrow.puppet.file_serving.server import FileServer
    from duckrow.server.http.exchange import Refusal, Request
    from duckrow.server.http.v3 import SiteWithEnvironments

    class FileSite(SiteWithEnvironments, Protocol):
        """A site that serves files."""

        @property
        def files(self) -> FileServer:
            """Its files."""


_FORMATS = {"application/json": JSON, "text/pson": "text/pson; charset=utf-8"}


def get_file_metadata(site: FileSite, request: Request) -> Answer:
    """Answer GET /puppet/v3/file_metadata/MOUNT/PATH."""
    key = key_of(request, "file_metadata")
    environment = environment_of(site, request)
    content_type = _FORMATS[chosen_format(request, *_FORMATS)]
    try:
        options = options_of_file(request.query)
        found = site.files.metadata(environment, key, options, _node(request))
    except NoSuchFileError:
        raise not_found(f"Could not find file_metadata {key}") from None
    except FileServingError as error:
        raise _refusal(error, "file_metadata", key) from None
    return Answer(found, content_type)


def get_file_metadatas(site: FileSite, request: Request) -> Answer:
    """Answer GET /puppet/v3/file_metadatas/MOUNT/PATH: the file and all files below it."""
    key = key_of(request, "file_metadatas")
    environment = environment_of(site, request)
    content_type = _FORMATS[chosen_format(request, *_FORMATS)]
    try:
        options = options_of_tree(request.query)
        found = site.files.metadatas(environment, key, options, _node(request))
    except NoSuchFileError:
        raise not_found(f"Could not find instances in file_metadata with '{key}'") from None
    except FileServingError as error:
        raise _refusal(error, "file_metadata", key) from None
    return Answer(found, content_type)


def get_file_content(site: FileSite, request: Request) -> Answer:
    """Answer GET /puppet/v3/file_content/MOUNT/PATH."""
    key = key_of(request, "file_content")
    environment = environment_of(site, request)
    chosen_format(request, BYTES)
    try:
        path = site.files.content(environment, key, _node(request))
    except NoSuchFileError:
        raise not_found(f"Could not find file_content {key}") from None
    except FileServingError as error:
        raise _refusal(error, "file_content", key) from None
    return content_answer(path, f"Could not find file_content {key}")


def content_answer(path: str, missing: str) -> Answer:
    """Return an answer that sends a file; one in an archive is read at once. Raises Refusal."""
    if not leads_into_archive(path):
        return Answer(content_type=BYTES, file=path)
    try:
        return Answer(read_bytes(path), BYTES)
    except OSError:
        raise not_found(missing) from None


def _node(request: Request) -> str:
    return "" if request.client is None else request.client.name


def _refusal(error: FileServingError, kind: str, key: str) -> Refusal:
    """Return the answer to a question that the file server rejects."""
    if isinstance(error, NoSuchMountError):
        return server_error(f"Not authorized to call {error} on /{kind}/{key}")
    if isinstance(error, InvalidQuestionError | NotAFileError):
        return bad_request(str(error))
    return server_error(str(error))
