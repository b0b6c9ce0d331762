"""Errors of the machine are reported in the reference's words and fail the promise."""

from __future__ import annotations

from errno import EACCES, EROFS

import pytest

from duckrow.machine.files.memory import MemoryFiles
from duckrow.machine.memory import MemoryMachine

from ..policies import run  # noqa: TID252

BODIES = """
body perms mode(mode) { mode => "$(mode)"; rxdirs => "false"; }
body perms owner(name) { owners => { "$(name)" }; }
body delete gone { rmdirs => "true"; }
body copy_from like(source) { source => "$(source)"; compare => "digest"; }
body link_from to(target) { source => "$(target)"; }
body rename named(name) { newname => "$(name)"; }
body rename disabled { disable => "true"; }
body depth_search all { depth => "inf"; }
body file_select plain { file_types => { "plain" }; file_result => "file_types"; }
"""


@pytest.fixture
def machine() -> MemoryMachine:
    made = MemoryMachine()
    files = made.files
    assert isinstance(files, MemoryFiles)
    for path in ("/etc/passwd", "/d/a", "/d/b"):
        files.make_parents(path)
    files.replace("/etc/passwd", b"root:x:0:0::/:/bin/sh\nduck:x:7:8::/:/bin/sh\n")
    files.replace("/d/a", b"a")
    files.replace("/d/b", b"b")
    return made


def keep(machine: MemoryMachine, promise: str, *, dry: bool = False) -> tuple[list[str], list[str]]:
    text = f"bundle agent main {{ files: {promise}, classes => outcome('x'); }}"
    ran = run(text + BODIES, machine, dry=dry)
    return ran.said, ran.classes


@pytest.mark.parametrize(
    ("promise", "failing", "said"),
    [
        (
            "'/d/new' create => 'true'",
            "/d/new",
            "Error creating file '/d/new', mode '0600'. (open: Permission denied)",
        ),
        (
            "'/n/new' create => 'true'",
            "/n",
            "Failed to make directory: /n (mkdir: Permission denied)",
        ),
        (
            "'/d/a' perms => mode('600')",
            "/d/a",
            "Failed to change permissions of '/d/a'. (chmod: Permission denied)",
        ),
        (
            "'/d/a' delete => gone",
            "/d/a",
            "Couldn't unlink '/d/a' tidying. (unlink: Permission denied)",
        ),
        (
            "'/d/a' rename => named('c')",
            "/d/a",
            "Error occurred while renaming '/d/a'. (rename: Permission denied)",
        ),
        ("'/d/a' content => 'new'", "/d/a", "Cannot open file '/d/a' for writing"),
        (
            "'/d/a' touch => 'true'",
            "/d/a",
            "Touch '/d/a' failed to update timestamps. (utime: Permission denied)",
        ),
        (
            "'/d/l' link_from => to('/d/a')",
            "/d/l",
            "Couldn't link '/d/a' to '/d/l'. (symlink: Permission denied)",
        ),
        (
            "'/d/c' copy_from => like('/d/none')",
            "/d/c",
            "Can't stat file '/d/none' on 'localhost' in files.copy_from promise",
        ),
    ],
)
def test_error_messages(machine: MemoryMachine, promise: str, failing: str, said: str) -> None:
    files = machine.files
    assert isinstance(files, MemoryFiles)
    files.failing[failing] = EACCES
    lines, classes = keep(machine, promise)
    assert f"   error: {said}" in lines
    assert any(line.startswith("   error: Errors encountered when actuating") for line in lines)
    assert "failed_x" in classes
    assert "repaired_x" not in classes


def test_a_pipe_that_cannot_be_made_sets_classes_and_does_not_count(machine: MemoryMachine) -> None:
    files = machine.files
    assert isinstance(files, MemoryFiles)
    files.failing["/d/p"] = EACCES
    lines, classes = keep(machine, "'/d/p' create => 'true', file_type => 'fifo'")
    error = "Error creating file '/d/p', mode '0600'. (mkfifo: Permission denied)"
    assert [line for line in lines if "error" in line] == [f"   error: {error}"]
    assert "failed_x" in classes


def test_an_owner_that_cannot_be_set_is_denied(machine: MemoryMachine) -> None:
    files = machine.files
    assert isinstance(files, MemoryFiles)
    files.failing["/d/a"] = EROFS
    lines, classes = keep(machine, "'/d/a' perms => owner('duck')")
    assert "   error: Cannot set ownership on file '/d/a'. (chown: Read-only file system)" in lines
    assert "denied_x" in classes


@pytest.mark.parametrize(
    "promise",
    [
        "'/d/new' create => 'true'",
        "'/n/m/new' create => 'true'",
        "'/d/n/.' create => 'true'",
        "'/d/a' perms => mode('600')",
        "'/d/a' perms => owner('duck')",
        "'/d/a' delete => gone",
        "'/d' delete => gone, depth_search => all, file_select => plain",
        "'/d/a' rename => named('c')",
        "'/d/a' rename => disabled",
        "'/d/a' content => 'new'",
        "'/d/a' touch => 'true'",
        "'/d/l' link_from => to('/d/a')",
        "'/d/b' copy_from => like('/d/a')",
        "'/d/c' copy_from => like('/d/a')",
    ],
)
def test_a_dry_run_changes_nothing(machine: MemoryMachine, promise: str) -> None:
    files = machine.files
    assert isinstance(files, MemoryFiles)
    clock = files.clock_ns
    before = {path: (file.mode, file.uid, file.content) for path, file in files.tree.items()}
    lines, classes = keep(machine, promise, dry=True)
    assert any(line.startswith(" warning: Should ") for line in lines)
    assert "failed_x" in classes
    after = {path: (file.mode, file.uid, file.content) for path, file in files.tree.items()}
    assert (after, files.clock_ns) == (before, clock)


def test_a_copy_is_put_in_place_in_one_step(machine: MemoryMachine) -> None:
    lines, classes = keep(machine, "'/d/b' copy_from => like('/d/a')")
    files = machine.files
    assert files.read("/d/b") == b"a"
    assert files.read("/d/b.cfsaved") == b"b"
    assert lines == [
        "    info: Copied file '/d/a' to '/d/b.cfnew' (mode '644')",
        "    info: Backed up '/d/b' as '/d/b.cfsaved'",
        "    info: Moved '/d/b.cfnew' to '/d/b'",
        "    info: Updated '/d/b' from source '/d/a' on 'localhost'",
    ]
    assert classes == ["kept_x", "repaired_x"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("create => 'true'", "Cannot create a relative filename 'd/a' - has no invariant meaning."),
        ("content => 'x'", "Cannot create a relative filename 'd/a' - has no invariant meaning."),
        ("copy_from => like('/d/a')", "Will not create directories for a relative filename: d/a"),
        ("link_from => to('/d/a')", "Will not create directories for a relative filename: d/a"),
        ("perms => mode('600')", ""),
        ("delete => gone", ""),
    ],
)
def test_a_relative_path_is_not_a_file(machine: MemoryMachine, what: str, said: str) -> None:
    lines, _ = keep(machine, f"'d/a' {what}")
    assert [line for line in lines if said and said in line] or not said
    assert machine.files.read("/d/a") == b"a"


def test_an_unexpected_error_fails_the_promise(
    machine: MemoryMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(EACCES, "no", "/d/a")

    monkeypatch.setattr(MemoryFiles, "set_times", refuse)
    monkeypatch.setattr("duckrow.cfengine.promises.files.leaf.touch", refuse)
    lines, classes = keep(machine, "'/d/a' touch => 'true'")
    assert "   error: Could not deal with '/d/a' (Permission denied)" in lines
    assert "failed_x" in classes
