"""The parts of a run: what the arguments of `duckrow apply` name, in the given order.

Consecutive manifests and directories of manifests are one part, since they compile into one
catalog. Every catalog and every policy is a part of its own.
"""

from __future__ import annotations

import os.path

from duckrow.cli.given_paths import expect_readable
from duckrow.cli.options import UsageError
from duckrow.cli.target import expect_manifest
from duckrow.machine.paths import is_directory, is_file, read_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.options import Arguments

MANIFESTS, CATALOG, POLICY = "manifests", "catalog", "policy"


class GivenPart:
    """One part: manifests, a catalog or a policy, with its paths."""

    __slots__ = ("content", "data", "kind", "name", "paths")

    def __init__(self, kind: str, paths: list[str], name: str = "") -> None:
        self.kind = kind
        # What was read from a pipe, which can be read only once.
        self.content: bytes | None = None
        # The catalog, if it was read to find the kind of its file.
        self.data: object = None
        # None for the environment's manifests and for code of the command line; - is stdin.
        self.paths = paths
        self.name = name or " ".join(paths)


def policy_code(part: GivenPart, arguments: Arguments) -> tuple[str, bytes] | None:
    """Return the code of a policy that is no file, and how the name of a file for it ends."""
    if not part.paths:
        return ".cf", "\n".join(arguments.all("e")).encode("utf-8", "replace")
    if part.paths == ["-"]:
        return ".cf", read_input("-")
    return None if part.content is None else (".json", part.content)


def find_parts(arguments: Arguments) -> list[GivenPart]:
    """Return the parts that the arguments name; paths that cannot be read are rejected."""
    words = arguments.words
    language = arguments.get("language", "puppet")
    kind_of_code = POLICY if language == "cfengine" else MANIFESTS
    if arguments.has("catalog"):
        if words or arguments.has("e"):
            raise UsageError("--catalog cannot be combined with files or -e")
        return [GivenPart(CATALOG, [arguments.get("catalog")])]
    if arguments.has("e"):
        if words:
            raise UsageError("name files or directories, or give code with -e")
        return [GivenPart(kind_of_code, [], "-e")]
    if "-" in words:
        if len(words) > 1:
            raise UsageError("name files or directories, or give code on standard input")
        return [GivenPart(kind_of_code, ["-"])]
    if not words:
        return [GivenPart(MANIFESTS, [], "the environment's manifests")]
    parts: list[GivenPart] = []
    for path in words:
        expect_readable(path)
        part = _part_at(path)
        if part.kind == MANIFESTS and parts and parts[-1].kind == MANIFESTS:
            parts[-1] = GivenPart(MANIFESTS, [*parts[-1].paths, *part.paths])
        else:
            parts.append(part)
    return parts


def _part_at(path: str) -> GivenPart:
    """Return the part that a file or directory is."""
    if path.endswith(".cf"):
        return GivenPart(POLICY, [path])
    if is_directory(path):
        policy = os.path.join(path, "promises.cf")
        return GivenPart(POLICY, [policy]) if is_file(policy) else GivenPart(MANIFESTS, [path])
    if path.endswith(".json"):
        return _json_part(path)
    expect_manifest(path)
    return GivenPart(MANIFESTS, [path])


def _json_part(path: str) -> GivenPart:
    """Read a catalog or a policy; one that cannot be read is a catalog, which says why later."""
    from duckrow.cli.inputs import is_policy
    from duckrow.data.errors import DataError
    from duckrow.data.json import load

    part = GivenPart(CATALOG, [path])
    try:
        content = read_input(path)
        if not is_file(path):
            part.content = content
        data = load(content, path)
    except (OSError, DataError):
        return part
    if is_policy(data):
        part.kind = POLICY
    else:
        part.data = data
    return part
