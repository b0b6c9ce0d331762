"""Patterns of paths, with the answers of Ruby 3.1 about the same directory."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from duckrow.puppet.runtime.glob import files_matching, paths_matching
from duckrow.puppet.world import FakeWorld, World

FILES = "a.y d.y .j.y e[1].y {f}.y b/m.y b/.k.y b/d/a.y b/x/q.y c/z.y .h/i.y"
WORLD = FakeWorld(dict.fromkeys(("/d/a.yaml", "/d/b/c.yaml", "/d/.hidden.yaml"), b""))


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("glob")
    for name in FILES.split():
        path = made / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.touch()
    (made / "b" / "up").symlink_to("..")
    (made / "dangling.y").symlink_to("nowhere")
    return made


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("**/*.y", "a.y b/d/a.y b/m.y b/x/q.y c/z.y d.y dangling.y e[1].y {f}.y"),
        ("**/x/*.y", "b/x/q.y"),
        ("**/*", "a.y b b/d b/d/a.y b/m.y b/up b/x b/x/q.y c c/z.y d.y dangling.y e[1].y {f}.y"),
        ("*", "a.y b c d.y dangling.y e[1].y {f}.y"),
        ("**/**/*.y", "a.y b/d/a.y b/m.y b/x/q.y c/z.y d.y dangling.y e[1].y {f}.y"),
        ("b/**/*.y", "b/d/a.y b/m.y b/x/q.y"),
        ("**/", " b/ b/d/ b/x/ c/"),
        ("*/", "b/ c/"),
        ("{a,d}.y", "a.y d.y"),
        ("{d,a}.y", "d.y a.y"),
        ("\\{f\\}.y", "{f}.y"),
        ("{\\{f\\},a}.y", "{f}.y a.y"),
        ("e\\[1\\].y", "e[1].y"),
        ("[ab]*", "a.y b"),
        ("[^a]*.y", "d.y dangling.y e[1].y {f}.y"),
        ("[!a]*.y", "d.y dangling.y e[1].y {f}.y"),
        (".*", ". .h .j.y"),
        (".*/*", "./a.y ./b ./c ./d.y ./dangling.y ./e[1].y ./{f}.y .h/i.y"),
        ("**/.k.y", "b/.k.y"),
        ("**", "a.y b c d.y dangling.y e[1].y {f}.y"),
        ("b//m.y", "b//m.y"),
        ("./*.y", "./a.y ./d.y ./dangling.y ./e[1].y ./{f}.y"),
        ("b/../*.y", "b/../a.y b/../d.y b/../dangling.y b/../e[1].y b/../{f}.y"),
        ("*/m.y", "b/m.y"),
        ("**/m.y", "b/m.y"),
        ("b/**", "b/d b/m.y b/up b/x"),
        ("{b,c}/**/*.y", "b/d/a.y b/m.y b/x/q.y c/z.y"),
        ("**/{m,q}.y", "b/m.y b/x/q.y"),
        ("**/x/**/*.y", "b/x/q.y"),
        ("?.y", "a.y d.y"),
        ("{a", ""),
        ("a}.y", ""),
        ("{}a.y", "a.y"),
        ("{,b/}m.y", "b/m.y"),
        ("[a", ""),
        ("\\a.y", "a.y"),
        ("*.Y", ""),
        ("dangling.y", "dangling.y"),
        ("b/up/*.y", "b/up/a.y b/up/d.y b/up/dangling.y b/up/e[1].y b/up/{f}.y"),
        ("**/b/*.y", "b/m.y"),
        ("*/*/*.y", "b/d/a.y b/up/a.y b/up/d.y b/up/dangling.y b/up/e[1].y b/up/{f}.y b/x/q.y"),
        ("**/*/q.y", "b/x/q.y"),
        ("**/*/", "b/ b/d/ b/up/ b/x/ c/"),
        ("x/..", ""),
        ("[a-c]/*", "b/d b/m.y b/up b/x c/z.y"),
        ("[]a].y", ""),
        ("[z-a]*", "a.y"),
        ("[a-\\d]*", "a.y b c d.y dangling.y"),
        ("[a&&b]*", "a.y b"),
        ("e[[]1[\\]].y", "e[1].y"),
    ],
)
def test_paths_by_pattern(directory: Path, pattern: str, names: str) -> None:
    found = paths_matching(World(), f"{directory}/{pattern}")
    assert " ".join(path.removeprefix(f"{directory}/") for path in found) == names


def test_two_ampersands_in_a_set_are_no_warning(directory: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert paths_matching(World(), f"{directory}/[c&&]") == [f"{directory}/c"]


def test_several_slashes_stay(directory: Path) -> None:
    assert paths_matching(World(), f"/{directory}//c/*") == [f"/{directory}//c/z.y"]


def test_a_relative_pattern(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(directory)
    assert paths_matching(World(), "c/*") == ["c/z.y"]
    assert paths_matching(World(), "**/") == ["b/", "b/d/", "b/x/", "c/"]
    assert paths_matching(World(), "") == []


def test_files_without_directories() -> None:
    assert files_matching(WORLD, "/d/**/*") == ["/d/a.yaml", "/d/b/c.yaml"]
    assert files_matching(WORLD, "/d/b") == []
