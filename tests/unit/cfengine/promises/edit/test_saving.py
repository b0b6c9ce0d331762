"""Files are written only if they change, and keep their owner, mode and bytes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.cf_agent import run_words

POLICY = """
bundle agent main
{
  files:
      "PATH"
        edit_line => lines,
        edit_defaults => plain;
}

bundle edit_line lines
{
  EDIT
}

body edit_defaults plain
{
  edit_backup => "BACKUP";
}
"""


@pytest.fixture(autouse=True)
def work_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work"
    work.mkdir(mode=0o700)
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(work))


def run(file: Path, edit: str, *options: str, backup: str = "false") -> None:
    text = POLICY.replace("PATH", str(file)).replace("EDIT", edit).replace("BACKUP", backup)
    policy = file.parent / "policy.cf"
    policy.write_text(text)
    policy.chmod(0o600)
    run_words(["-K", *options, "-f", str(policy)])


def test_an_unchanged_file_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"one\ntwo")
    before = file.stat()
    run(file, 'insert_lines: "two"; "one"; delete_lines: "three";')
    after = file.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert file.read_bytes() == b"one\ntwo"


def test_invalid_utf_8_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\xff\xfe one\n\xe9t\xe9\n")
    run(file, 'insert_lines: "two";')
    assert file.read_bytes() == b"\xff\xfe one\n\xe9t\xe9\ntwo\n"


def test_mode_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    file.chmod(0o604)
    run(file, 'insert_lines: "two";')
    assert file.stat().st_mode & 0o7777 == 0o604


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_owner_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    os.chown(file, 12345, 54321)
    run(file, 'insert_lines: "two";')
    assert (file.stat().st_uid, file.stat().st_gid) == (12345, 54321)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    link = tmp_path / "link"
    link.symlink_to("file")
    run(link, 'insert_lines: "two";')
    assert link.is_symlink()
    assert file.read_text() == "one\ntwo\n"


def test_the_old_content_is_backed_up_next_to_the_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    run(file, 'insert_lines: "two";', backup="true")
    assert (tmp_path / "file.cf-before-edit").read_text() == "one\n"
    assert file.read_text() == "one\ntwo\n"


def test_a_backup_has_the_time_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    run(file, 'insert_lines: "two";', backup="timestamp")
    (found,) = tmp_path.glob("file_*.cf-before-edit")
    assert found.read_text() == "one\n"


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("one\n")
    before = file.stat()
    run(file, 'insert_lines: "two"; delete_lines: "one";', "-n")
    after = file.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "policy.cf", "work"]


def test_a_directory_that_cannot_be_written_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "file"
    file.write_text("one\n")
    policy = folder / "policy.cf"
    policy.touch(0o600)
    folder.chmod(0o500)
    try:
        run(file, 'insert_lines: "two";')
    finally:
        folder.chmod(0o700)
    assert "Unable to save file" in capsys.readouterr().out
    assert file.read_text() == "one\n"


def test_a_long_file_is_edited_in_good_time(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("".join(f"line {number}\n" for number in range(10_000)))
    run(
        file,
        'delete_lines: "line .*[13579]"; insert_lines: "last"; '
        'replace_patterns: "line (\\d+)" replace_with => number;\n}\n'
        'body replace_with number\n{\n  replace_value => "$(match.1)";\n  occurrences => "all";',
    )
    lines = file.read_text().splitlines()
    assert (len(lines), lines[:2], lines[-1]) == (5001, ["0", "2"], "last")
