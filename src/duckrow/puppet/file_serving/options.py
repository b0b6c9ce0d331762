"""The fields of a request for metadata."""

from __future__ import annotations

from duckrow.machine.files.digests import CHECKSUMS
from duckrow.puppet.file_serving.errors import FileServingError, InvalidQuestionError
from duckrow.ruby.values.fnmatch import matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DEFAULT_CHECKSUM = "sha256"
PERMISSIONS = ("use", "use_when_creating", "ignore")
_MOST_PATTERNS, _LONGEST_PATTERN = 100, 500
_MOST_DIGITS = 9
_LONGEST = 100  # characters of a value; errors repeat it


class Options:
    """How to look at files.

    `depth` is how far to descend: 0 is the file alone, None everything. A positive `most` is the
    number of files that are too many; 0 warns above a thousand, -1 never does.
    """

    __slots__ = ("checksum", "depth", "follow", "ignore", "most", "permissions")

    def __init__(
        self,
        *,
        follow: bool = False,
        checksum: str = DEFAULT_CHECKSUM,
        permissions: str = "ignore",
        depth: int | None = 0,
        ignore: Sequence[str] = (),
        most: int = 0,
    ) -> None:
        self.follow = follow
        self.checksum = checksum
        self.permissions = permissions
        self.depth = depth
        self.ignore = tuple(ignore)
        self.most = most

    def key(self) -> tuple[object, ...]:
        """Return what distinguishes these options from others."""
        return self.follow, self.checksum, self.permissions, self.depth, self.ignore, self.most

    def is_wanted(self) -> Callable[[str], bool] | None:
        """Return the test of names that `ignore` means; None if it names no pattern."""
        matches = [matcher(each) for each in self.ignore]
        if not matches:
            return None
        return lambda name: not any(match(name) for match in matches)


def options_of_file(fields: Mapping[str, list[str]]) -> Options:
    """Read the fields of a request for one file. Raises FileServingError."""
    return Options(
        follow=_links(fields, allows_ignore=True) == "follow",
        checksum=_checksum(fields),
        permissions=_permissions(fields),
    )


def options_of_tree(fields: Mapping[str, list[str]]) -> Options:
    """Read the fields of a request for a tree. Raises FileServingError."""
    depth: int | None = None
    recurse = _last(fields, "recurse", "false")
    if recurse.isdecimal():
        raise FileServingError(
            "Fileset recurse parameter must not be a number anymore, please use recurselimit"
        )
    limit = _last(fields, "recurselimit", "infinite")
    if recurse == "false":
        depth = 0
    elif limit != "infinite":
        depth = _number(limit, "recurselimit")
    most = _last(fields, "max_files", "0")
    ignore = fields.get("ignore", [])
    if len(ignore) > _MOST_PATTERNS or any(len(each) > _LONGEST_PATTERN for each in ignore):
        raise InvalidQuestionError("there are too many or too long patterns in ignore")
    return Options(
        follow=_links(fields, allows_ignore=False) == "follow",
        checksum=_checksum(fields),
        permissions=_permissions(fields),
        depth=depth,
        ignore=ignore,
        most=-1 if most == "-1" else _number(most, "max_files"),
    )


def _last(fields: Mapping[str, list[str]], name: str, default: str) -> str:
    values = fields.get(name)
    return values[-1][:_LONGEST] if values else default


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise InvalidQuestionError(f"{name} is a number, not '{text[:40]}'")
    return int(text)


def _links(fields: Mapping[str, list[str]], *, allows_ignore: bool) -> str:
    found = _last(fields, "links", "manage")
    if found == "ignore" and allows_ignore:
        return "manage"
    if found not in ("manage", "follow"):
        if allows_ignore:
            raise FileServingError(":links can only be set to :manage or :follow")
        raise FileServingError(f"Invalid :links value '{found}'")
    return found


def _checksum(fields: Mapping[str, list[str]]) -> str:
    found = _last(fields, "checksum_type", DEFAULT_CHECKSUM)
    if found not in CHECKSUMS:
        raise FileServingError(f"Unsupported checksum type {found}")
    return found


def _permissions(fields: Mapping[str, list[str]]) -> str:
    found = _last(fields, "source_permissions", "ignore")
    if found not in PERMISSIONS:
        raise FileServingError(f"Unsupported source_permission {found}")
    return found
