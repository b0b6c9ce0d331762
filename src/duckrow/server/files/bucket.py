"""file_bucket_file: HEAD, GET and PUT."""

from __future__ import annotations

from contextlib import contextmanager

from duckrow.machine.paths import status
from duckrow.puppet.file_serving.bucket import Name
from duckrow.puppet.file_serving.errors import (
    FileServingError,
    InvalidQuestionError,
    NoSuchFileError,
)
from duckrow.server.http.exchange import BYTES, Answer, Upload
from duckrow.server.http.v3 import (
    bad_request,
    chosen_format,
    environment_name,
    key_of,
    not_found,
    server_error,
    unsupported_format,
)
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from duckrow.puppet.file_serving.bucket import Bucket
    from duckrow.puppet.file_serving.bucket import Upload as Content
    from duckrow.server.http.exchange import Request

    class BucketSite(Protocol):
        """A site that has a file bucket."""

        @property
        def bucket(self) -> Bucket:
            """Its bucket."""


_ENDPOINT = "file_bucket_file"
_LARGEST_DIFF = 4 << 20  # bytes of a file that is compared
_DIFF_SECONDS = 20


def head_bucket_file(site: BucketSite, request: Request) -> Answer:
    """Answer HEAD /puppet/v3/file_bucket_file/KIND/DIGEST[/PATH]: is the content there?"""
    _find(site, request)
    return Answer(content_type=BYTES)


def get_bucket_file(site: BucketSite, request: Request) -> Answer:
    """Answer GET …/KIND/DIGEST[/PATH], with `diff_with` the differences to another content."""
    if request.flag("list_all"):
        raise server_error("Listing remote file buckets is not allowed")
    chosen_format(request, BYTES)
    path = _find(site, request)
    other = request.field("diff_with")
    if other:
        return Answer(_difference(site, request, path, other), BYTES)
    return Answer(content_type=BYTES, file=path)


class BucketUpload(Upload):
    """A content that arrives; it is on the disk before the answer."""

    __slots__ = ("_content",)

    def __init__(self, content: Content) -> None:
        self._content = content

    def write(self, piece: bytes) -> None:
        with _refusals():
            self._content.write(piece)

    def finish(self) -> Answer:
        with _refusals():
            self._content.finish()
        return Answer(content_type=BYTES)

    def discard(self) -> None:
        self._content.discard()


def put_bucket_file(site: BucketSite, request: Request) -> BucketUpload:
    """Answer PUT …/KIND/DIGEST[/PATH]: begin to store a content."""
    name = _name(request)
    kind = request.headers.get("content-type", BYTES).partition(";")[0].strip().lower()
    if kind != BYTES:
        raise unsupported_format(kind)
    with _refusals():
        return BucketUpload(site.bucket.begin(name))


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn errors of the bucket into refusals."""
    try:
        yield
    except InvalidQuestionError as error:
        raise bad_request(str(error)) from None
    except FileServingError as error:
        raise server_error(str(error)) from None
    except OSError as error:
        raise server_error(f"the file bucket cannot be written: {reason(error)}") from None


def _name(request: Request) -> Name:
    """Return what a request names. Raises Refusal."""
    key = key_of(request, _ENDPOINT)
    environment_name(request)
    return _parsed(key)


def _parsed(key: str) -> Name:
    try:
        return Name(key)
    except InvalidQuestionError as error:
        raise bad_request(str(error)) from None
    except FileServingError as error:
        raise server_error(str(error)) from None


def _find(site: BucketSite, request: Request) -> str:
    name = _name(request)
    try:
        return site.bucket.find(name)
    except NoSuchFileError:
        key = key_of(request, _ENDPOINT)
        raise not_found(f"Could not find {_ENDPOINT} {key}") from None


def _difference(site: BucketSite, request: Request, path: str, digest: str) -> bytes:
    """Return what `diff -u` prints about two contents. Raises Refusal."""
    from duckrow.machine.local import LocalMachine
    from duckrow.machine.processes.command import Command

    kind = key_of(request, _ENDPOINT).partition("/")[0]
    try:
        other = site.bucket.find(_parsed(f"{kind}/{digest}"))
    except NoSuchFileError:
        raise server_error(f"could not find diff_with {digest}") from None
    try:
        if max(status(path).st_size, status(other).st_size) > _LARGEST_DIFF:
            raise bad_request(f"a file has more than {_LARGEST_DIFF} bytes; get both instead")
        command = Command(["diff", "-u", path, other], timeout=_DIFF_SECONDS)
        return LocalMachine().commands.run(command).output.content
    except OSError as error:
        raise server_error(f"Unable to diff: {reason(error)}") from None
