"""file: `ignore` matches names as Ruby's File.fnmatch does."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("ignore", "kept"),
    [
        ("[^a]*", {"bcd", "x]y", "*"}),
        ("\\*", {"*"}),
        ("[.]h", set()),
        (".*", {".h"}),
        (["a*", "x[\\]]y"], {"abc", "x]y"}),
        ("[b", set()),
    ],
)
def test_ignored_files_are_not_purged(accounts: Any, ignore: Any, kept: set[str]) -> None:
    files = accounts.machine.files
    files.make_parents("/d/abc")
    for name in ("abc", "bcd", "x]y", "*", ".h"):
        files.replace(f"/d/{name}", b"")
    values = {"ensure": "directory", "recurse": True, "purge": True, "ignore": ignore}
    accounts.apply(("File", "/d", values))
    assert {name for name, _ in files.walk("/d")} == kept
