"""`duckrow apply` of a policy as a process of its own, in a directory of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "duckrow", "apply", "--no-lock"]

BODIES = """
body copy_from like(source)
{
  source => "$(source)";
  compare => "digest";
}
body copy_from only(source)
{
  source => "$(source)";
  compare => "digest";
  copy_backup => "false";
}
body perms mode(mode)
{
  mode => "$(mode)";
  rxdirs => "false";
}
body perms owner(name)
{
  owners => { "$(name)" };
}
body delete gone
{
  rmdirs => "true";
}
body link_from to(target)
{
  source => "$(target)";
}
body rename named(name)
{
  newname => "$(name)";
}
body rename disabled
{
  disable => "true";
}
body rename rotated
{
  rotate => "3";
}
body depth_search all
{
  depth => "inf";
}
body file_select plain
{
  file_types => { "plain" };
  file_result => "file_types";
}
body acl more
{
  acl_type => "posix";
  aces => { "user:daemon:rw" };
}
body changes watched
{
  report_changes => "all";
  update_hashes => "true";
}
body action warns
{
  action_policy => "warn";
}
body edit_defaults no_backup
{
  edit_backup => "false";
}
bundle edit_line whole(text)
{
  delete_lines:
    ".*";
  insert_lines:
    "$(text)" insert_type => "preserve_block";
}
bundle edit_line added(text)
{
  insert_lines:
    "$(text)";
}
"""


class Outcome:
    """What became of one run."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    def __repr__(self) -> str:
        return f"<exit code {self.code}\n{self.out}\n{self.err}>"


class Agent:
    """Runs policies; the work directory stays the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.work = folder / "cfengine"
        folder.mkdir(exist_ok=True)
        self.work.mkdir(mode=0o700, exist_ok=True)

    def words(self, promises: str, *options: str) -> list[str]:
        policy = self.folder / "policy.cf"
        policy.write_text(f"bundle agent main\n{{\n  files:\n{promises}\n}}\n{BODIES}")
        policy.chmod(0o600)
        return [*PROGRAM, "--state-dir", str(self.folder), *options, str(policy)]

    def start(self, promises: str, *options: str) -> subprocess.Popen[bytes]:
        """Begin a run."""
        return subprocess.Popen(
            self.words(promises, *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def __call__(self, promises: str, *options: str) -> Outcome:
        """Run to the end."""
        done = subprocess.run(
            self.words(promises, *options),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        return Outcome(done.returncode, os.fsdecode(done.stdout), os.fsdecode(done.stderr))


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """Give an agent with a work directory of its own."""
    return Agent(tmp_path / "agent")


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    """Give a directory that promises are about."""
    found = tmp_path / "pond"
    found.mkdir()
    return found
