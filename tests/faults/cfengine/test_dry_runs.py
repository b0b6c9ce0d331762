"""Runs that only tell what they would do change nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .running import Agent


def fill(pond: Path) -> None:
    for name in (
        "text",
        "mode",
        "gone",
        "old",
        "log",
        "copy",
        "edited",
        "watched",
        "listed",
        "off",
    ):
        (pond / name).write_text(f"{name}\n")
    (pond / "tree" / "below").mkdir(parents=True)
    (pond / "tree" / "below" / "file").write_text("x")
    (pond / "empty").mkdir()
    (pond / "link").symlink_to("nowhere")
    (pond / "source").write_text("source\n")


def promises(pond: Path) -> str:
    return "".join(
        f'"{pond}/{name}" {what};\n'
        for name, what in (
            ("new/file", 'create => "true"'),
            ("new/folder/.", 'create => "true"'),
            ("pipe", 'create => "true", file_type => "fifo"'),
            ("text", 'content => "new"'),
            ("text2", 'content => "new"'),
            ("mode", 'perms => mode("600")'),
            ("gone", "delete => gone"),
            ("empty", "delete => gone"),
            ("tree", "delete => gone, depth_search => all, file_select => plain"),
            ("old", 'rename => named("older")'),
            ("log", "rename => rotated"),
            ("off", "rename => disabled"),
            ("copy", f'copy_from => like("{pond}/source")'),
            ("copy2", f'copy_from => like("{pond}/source")'),
            ("tree2", f'copy_from => like("{pond}/tree"), depth_search => all'),
            ("link", f'link_from => to("{pond}/source"), move_obstructions => "true"'),
            ("link2", f'link_from => to("{pond}/source")'),
            ("text", 'touch => "true"'),
            ("edited", 'edit_line => added("more")'),
            ("edited2", 'create => "true", edit_line => added("more")'),
            ("edited", 'transformer => "/bin/rm $(this.promiser)"'),
            ("listed", "acl => more"),
            ("watched", "changes => watched"),
        )
    )


def snapshot(folder: Path) -> dict[str, tuple[object, ...]]:
    """Give everything about every file but when it was read."""
    found: dict[str, tuple[object, ...]] = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        status = path.lstat()
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        target = os.readlink(path) if path.is_symlink() else ""
        found[str(path.relative_to(folder))] = (
            status.st_mode,
            status.st_uid,
            status.st_gid,
            status.st_ino,
            status.st_mtime_ns,
            status.st_ctime_ns,
            content,
            target,
        )
    return found


@pytest.mark.parametrize(
    "option", ["--noop", "--simulate=diff", "--simulate=manifest", "--simulate=manifest-full"]
)
def test_nothing_changes(agent: Agent, pond: Path, option: str) -> None:
    fill(pond)
    before = snapshot(pond)
    done = agent(promises(pond), option)
    assert done.err == ""
    assert "Traceback" not in done.out
    assert snapshot(pond) == before
    if option == "-n":
        assert done.out.count("Should ") >= 20
    assert agent(promises(pond)).code == 0
    assert snapshot(pond) != before


def test_a_promise_that_only_warns_changes_nothing(agent: Agent, pond: Path) -> None:
    fill(pond)
    before = snapshot(pond)
    done = agent(promises(pond).replace(";\n", ", action => warns;\n"))
    assert done.out.count("but only warning promised") >= 20
    after = snapshot(pond)
    assert after == before
