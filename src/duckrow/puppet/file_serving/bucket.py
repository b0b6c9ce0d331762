"""The file bucket: contents that agents replaced, by digest, in the layout of Puppet's bucketdir.

    6/e/d/4/1/2/3/4/6ed41234…/contents      the content
    6/e/d/4/1/2/3/4/6ed41234…/paths         the paths where agents found it, one on each line
    .drafts/                                contents that arrive

1. A content is stored only if its digest is the one that names it.
2. When `finish` returns, content and path are on the disk.
3. A stored content that no longer has its digest is replaced, with a warning.
"""

from __future__ import annotations

from duckrow.machine.files.digests import DIGESTS, new_digest
from duckrow.machine.files.durable import (
    NewFile,
    add_line,
    make_directory_durably,
    remove_old_drafts,
    touch,
)
from duckrow.machine.paths import is_file, read_bytes, status
from duckrow.machine.trees import checksum
from duckrow.puppet.file_serving.errors import (
    FileServingError,
    InvalidQuestionError,
    NoSuchFileError,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

# sha1 never was an algorithm of file buckets.
KINDS = tuple(kind for kind in DIGESTS if kind != "sha1")
MOST_BYTES = 1 << 30
_DIRECTORY, _CONTENTS, _PATHS = 0o770, 0o440, 0o640
_LENGTHS = {"md5": 32, "sha224": 56, "sha256": 64, "sha384": 96, "sha512": 128}
_HEX = frozenset("0123456789abcdef")
_LONGEST_PATH = 4096
_OLD = 3600.0  # seconds: an upload ends long before that if nothing arrives


class Name:
    """What a key of a request names: a digest of a kind, and perhaps the path of the file."""

    __slots__ = ("digest", "kind", "path")

    def __init__(self, key: str) -> None:
        """Parse sha256/6ed4…/etc/motd. Raises FileServingError.

        Agents send the absolute path behind a slash, which makes two; a server sees them as one.
        """
        self.kind, _, rest = key.partition("/")
        self.digest, _, path = rest.partition("/")
        is_whole = not path or path.startswith("/") or path[1:3] == ":/"  # C:/ of Windows
        self.path = path if is_whole else f"/{path}"
        if self.kind not in KINDS:
            raise FileServingError(f'Unsupported checksum type "{self.kind}"')
        if len(self.digest) != _LENGTHS[self.kind] or not _HEX.issuperset(self.digest):
            raise InvalidQuestionError(f'Invalid checksum "{self.digest[:200]}"')
        if "\n" in self.path or "\0" in self.path or len(self.path) > _LONGEST_PATH:
            raise InvalidQuestionError("Invalid path of a file in the bucket")


class Bucket:
    """A bucket in a directory."""

    __slots__ = ("_directory", "_warn", "most")

    def __init__(self, directory: str, warn: Callable[[str], None], most: int = MOST_BYTES) -> None:
        self._directory = directory
        self._warn = warn
        self.most = most  # bytes of one content

    def find(self, name: Name) -> str:
        """Return the path of a content. Raises FileServingError.

        A name with a path finds only contents that were found there.
        """
        home = self._home(name)
        if not is_file(f"{home}/contents"):
            raise NoSuchFileError(name.digest)
        if name.path:
            try:
                lines = read_bytes(f"{home}/paths").split(b"\n")
            except OSError:
                lines = []
            if name.path.encode("utf-8", "surrogateescape") not in lines:
                raise NoSuchFileError(name.digest)
        return f"{home}/contents"

    def begin(self, name: Name) -> Upload:
        """Begin to store a content. Raises OSError."""
        make_directory_durably(self._drafts, _DIRECTORY)
        return Upload(self, name, self._home(name), NewFile(self._drafts, _CONTENTS))

    def remove_old_drafts(self) -> None:
        """Remove what a process that was killed had received."""
        remove_old_drafts(self._drafts, _OLD)

    @property
    def _drafts(self) -> str:
        return f"{self._directory}/.drafts"

    def _home(self, name: Name) -> str:
        return "/".join((self._directory, *name.digest[:8], name.digest))

    def warn(self, message: str) -> None:
        """Log a warning."""
        self._warn(message)


class Upload:
    """A content that arrives in pieces; use it with `with`, so that it is removed if it fails."""

    __slots__ = ("_bucket", "_digest", "_file", "_home", "_name")

    def __init__(self, bucket: Bucket, name: Name, home: str, file: NewFile) -> None:
        self._bucket = bucket
        self._name = name
        self._home = home
        self._digest = new_digest(name.kind)
        self._file = file

    def __enter__(self) -> Upload:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.discard()

    def discard(self) -> None:
        """Remove the content unless it is stored."""
        self._file.discard()

    def write(self, content: bytes) -> None:
        """Add the next piece. Raises OSError or FileServingError."""
        if self._file.size + len(content) > self._bucket.most:
            raise InvalidQuestionError(
                f"the content has more than {self._bucket.most} bytes, which is the limit"
            )
        self._digest.update(content)
        self._file.write(content)

    def finish(self) -> None:
        """Store the content and its path. Raises OSError or FileServingError."""
        name = self._name
        found = self._digest.hexdigest()
        if found != name.digest:
            raise InvalidQuestionError(
                f"the content has the checksum {{{name.kind}}}{found}, not {name.digest}"
            )
        make_directory_durably(self._home, _DIRECTORY)
        path = f"{self._home}/contents"
        if is_file(path) and self._is_intact(path):
            touch(path)
        else:
            self._file.publish(path)
        if name.path:
            line = name.path.encode("utf-8", "surrogateescape")
            add_line(f"{self._home}/paths", line, _PATHS)

    def _is_intact(self, path: str) -> bool:
        """Return whether a stored content is the one that arrived; warn if it is damaged."""
        name = self._name
        stored = f"{{{name.kind}}}{name.digest}"
        if checksum(path, name.kind)[0] != name.digest:
            self._bucket.warn(
                f"Existing backup does not match its expected sum, {stored}. "
                "Overwriting corrupted backup."
            )
            return False
        if status(path).st_size != self._file.size:
            raise FileServingError(
                "Existing backup and new file have different content but same checksum, "
                f"{stored}. Verify existing backup and remove if incorrect."
            )
        return True
