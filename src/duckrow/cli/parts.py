"""The parts of a run: what the arguments of `duckrow apply` name, in the given order.

Consecutive manifests and directories of manifests are one part, since they compile into one
catalog. Every catalog and every policy is a part of its own.
"""

from __future__ import annotations

import os.path

from duckrow.cli.given_paths import expect_readable
from duckrow.cli.options import UsageError
from duckrow.machine.paths import is_directory, is_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.options import Arguments

MANIFESTS, CATALOG, POLICY = "manifests", "catalog", "policy"


class GivenPart:
    """One part: manifests, a catalog or a policy, with its paths."""

    __slots__ = ("kind", "name", "paths")

    def __init__(self, kind: str, paths: list[str], name: str = "") -> None:
        self.kind = kind
        # None for the environment's manifests and for code of the command line; - is stdin.
        self.paths = paths
        self.name = name or " ".join(paths)


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
        kind, file = _kind_of(path)
        if kind == MANIFESTS and parts and parts[-1].kind == MANIFESTS:
            parts[-1] = GivenPart(MANIFESTS, [*parts[-1].paths, file])
        else:
            parts.append(GivenPart(kind, [file]))
    return parts


def _kind_of(path: str) -> tuple[str, str]:
    """Return the kind of a part, and its file or directory."""
    if path.endswith(".cf"):
        return POLICY, path
    if path.endswith(".json"):
        from duckrow.cli.inputs import is_policy_data

        return (POLICY if is_policy_data(path) else CATALOG), path
    if is_directory(path):
        policy = os.path.join(path, "promises.cf")
        if is_file(policy):
            return POLICY, policy
    return MANIFESTS, path
