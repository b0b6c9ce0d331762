"""Trees of a repository: links lead to paths of the same tree only."""

from __future__ import annotations

import pytest

from duckrow.diff.tree_world import GitTree
from duckrow.machine.git_trees import LINK

FILE, DIRECTORY = 0o100644, 0o040000
LINKS = {
    "near": "deep/duck",
    "deep/up": "../duck",
    "deep/there": ".",
    "host": "/etc/hostname",
    "root": "/duck",
    "out": "../../duck",
    "deep/out": "../../duck",
    "loop": "loop",
    "gone": "deep/nothing",
}


class Objects:
    """A tree with two files and some links, whose objects have the names of their paths."""

    def list_tree(self, tree: str) -> dict[str, tuple[int, str]]:
        assert tree == "tree"
        files = {path: (FILE, path) for path in ("duck", "deep/duck")}
        links = {path: (LINK, path) for path in LINKS}
        return {"deep": (DIRECTORY, "deep"), **files, **links}

    def read(self, name: str) -> bytes:
        return LINKS.get(name, f"content of {name}").encode()

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("duck", "duck"),
        ("near", "deep/duck"),
        ("deep/up", "duck"),
        ("deep/there/there/duck", "deep/duck"),
        ("host", None),
        ("root", None),
        ("out", None),
        ("deep/out", None),
        ("loop", None),
        ("gone", None),
        ("deep/../../duck", None),
    ],
)
def test_links_lead_to_paths_of_the_tree(path: str, found: str | None) -> None:
    tree = GitTree(Objects(), "tree")
    assert tree.find(path) == found
    if found is not None:
        assert tree.read(found) == f"content of {found}".encode()
