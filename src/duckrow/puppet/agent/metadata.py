"""The metadata of files on a server, as its answers and static catalogs have them."""

from __future__ import annotations

from duckrow.machine.files.facts import FileFacts
from duckrow.puppet.agent.client import parsed
from duckrow.puppet.agent.errors import AgentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.agent.client import Reply

KINDS = ("file", "directory", "link")


class Metadata:
    """What a server knows of one file; `relative` is its path below the directory of a list."""

    __slots__ = ("checksum", "content_uri", "facts", "relative")

    def __init__(self, facts: FileFacts, checksum: str, relative: str, content_uri: str) -> None:
        self.facts = facts
        self.checksum = checksum  # with its kind: {sha256}…
        self.relative = relative
        self.content_uri = content_uri  # of the same version as the catalog, or empty


def metadata_in(data: object) -> Metadata:
    """Read the metadata of one file."""
    if not isinstance(data, dict):
        raise _invalid("it is not an object")
    kind = data.get("type")
    checksum = data.get("checksum")
    value = checksum.get("value") if isinstance(checksum, dict) else None
    if kind not in KINDS:
        raise _invalid(f"the type is {kind!r}")
    facts = FileFacts(kind, _number(data.get("mode"), 0o644) & 0o7777)
    facts.uid, facts.gid = _number(data.get("owner"), 0), _number(data.get("group"), 0)
    target = data.get("destination")
    facts.target = target if isinstance(target, str) else None
    relative = data.get("relative_path")
    uri = data.get("content_uri")
    return Metadata(
        facts,
        value if isinstance(value, str) else "",
        "" if not isinstance(relative, str) or relative == "." else relative,
        uri if isinstance(uri, str) else "",
    )


def list_in(reply: Reply) -> list[Metadata]:
    """Read a list of metadata; an unsafe path is rejected, since it becomes a path of this host."""
    data = parsed(reply.body, "file metadata")
    if not isinstance(data, list):
        raise _invalid("it is not a list")
    found = [metadata_in(each) for each in data]
    for each in found:
        if not is_safe(each.relative):
            raise _invalid(f"the path {each.relative!r} leads out of the directory")
    return found


def one_in(reply: Reply) -> Metadata:
    """Read an answer with the metadata of one file."""
    return metadata_in(parsed(reply.body, "file metadata"))


def is_safe(relative: str) -> bool:
    """Return whether a path stays below a directory."""
    if relative.startswith("/") or "\0" in relative:
        return False
    return not any(part in ("..", ".") for part in relative.split("/"))


def _number(value: object, default: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def _invalid(why: str) -> AgentError:
    return AgentError("the server sent file metadata that cannot be read", why=why)
