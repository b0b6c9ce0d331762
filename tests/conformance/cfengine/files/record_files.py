"""Record what the reference does with files: what it says, and the tree it leaves.

    python -m tests.conformance.cfengine.files.record_files [CASE.cf ...]

Without arguments all cases are recorded anew; read the diff. Recorded with cf-agent 3.21.0.

`@T@` in a case is a directory of its own. Comments at the start say what is in it, and how the
agent is run if not by `cf-agent -KI` once; with a number, before which run:

    #@ dir NAME MODE            #@ file NAME MODE TEXT          #@ link NAME TARGET
    #@ old NAME                 a file that was changed long ago
    #@ runs 2                   #@2 remove NAME                 #@ options -n
    #@ silent                   only the tree counts
    #@ root                     the case needs root
    #@ sorted                   lines come in the order of a directory, which is anybody's guess
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
_NOTE = re.compile(r"^#@(\d?) (\w+) ?(.*)$", re.MULTILINE)
# What differs from run to run: times, inodes, process numbers.
_STAMP = re.compile(r"_\d{10}_[A-Z][a-z]{2}_[A-Z][a-z]{2}__?\d{1,2}_\d\d_\d\d_\d\d_\d{4}")
_CHANGING = re.compile(r"(inode for '[^']*' changed|Last modified time for '[^']*' changed).*")
_SAID = ("options", "runs", "root", "sorted", "silent")
_OLD = 1_000_000_000


class Case:
    """One case: what is there, how the agent is run, and what counts of the outcome."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text()
        notes = [(int(when or "1"), what, words) for when, what, words in _NOTE.findall(self.text)]
        self.options = [
            word for _, what, words in notes if what == "options" for word in words.split()
        ]
        self.runs = max([int(words) for _, what, words in notes if what == "runs"] or [1])
        self.needs_root = any(what == "root" for _, what, _ in notes)
        self._is_silent = any(what == "silent" for _, what, _ in notes)
        self._is_sorted = any(what == "sorted" for _, what, _ in notes)
        self._steps = [note for note in notes if note[1] not in _SAID]

    @property
    def words(self) -> list[str]:
        """Give the words of the command line."""
        return ["-KI", *self.options, "-f"]

    def write_policy(self, directory: Path, tree: Path) -> Path:
        """Write the policy for a tree."""
        policy = directory / "case.cf"
        policy.write_text(self.text.replace("@T@", str(tree)))
        policy.chmod(0o600)
        return policy

    def prepare(self, tree: Path, run: int) -> None:
        """Make what should be there before a run."""
        for when, what, words in self._steps:
            if when == run:
                name, _, rest = words.partition(" ")
                _make(tree / name, what, rest)

    def judged(self, output: bytes, tree: Path, work: Path) -> str:
        """Give what counts: the lines that were said, and the tree."""
        text = output.decode("utf-8", "surrogateescape")
        text = text.replace(str(tree), "T").replace(str(work), "W").replace(_flat(tree), "_T")
        if self._is_silent:
            text = ""
        if self._is_sorted:
            text = "".join(sorted(text.splitlines(keepends=True)))
        text = _CHANGING.sub(r"\1 …", _STAMP.sub("_STAMP", text))
        return text + "--\n" + "".join(f"{line}\n" for line in _listing(tree))


def _make(path: Path, what: str, rest: str) -> None:
    mode, _, text = rest.partition(" ")
    if what == "dir":
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(int(mode, 8))
    elif what == "file":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("\\n", "\n"))
        path.chmod(int(mode, 8))
    elif what == "link":
        path.symlink_to(rest.replace("@T@", str(path.parent)))
    elif what == "hard":
        os.link(path.parent / rest, path)
    elif what == "fifo":
        os.mkfifo(path, int(mode, 8))
    elif what == "owner":
        os.chown(path, int(mode), int(text))
    elif what == "old":
        os.utime(path, (_OLD, _OLD))
    elif what == "remove":
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    else:
        raise ValueError(what)


def _flat(path: Path) -> str:
    """Give a path as it is in names of backups in a repository."""
    return re.sub(r"\W", "_", str(path))


def _listing(tree: Path) -> list[str]:
    found: list[str] = []
    for path in sorted(tree.rglob("*")):
        status = path.lstat()
        name = _STAMP.sub("_STAMP", str(path.relative_to(tree)).replace(_flat(tree), "_T"))
        mode = f"{stat.S_IMODE(status.st_mode):04o}"
        if stat.S_ISLNK(status.st_mode):
            found.append(f"{name} -> {os.readlink(path).replace(str(tree), 'T')}")
        elif stat.S_ISDIR(status.st_mode):
            found.append(f"{name}/ {mode}")
        elif stat.S_ISREG(status.st_mode):
            content = path.read_bytes().decode("utf-8", "surrogateescape")
            found.append(f"{name} {mode} {content.replace(str(tree), 'T')!r}")
        else:
            found.append(f"{name} {mode} {stat.filemode(status.st_mode)[0]}")
        if status.st_uid != os.geteuid():
            found[-1] += f" {status.st_uid}:{status.st_gid}"
    return found


def run_reference(case: Case) -> str:
    """Run a case with the installed cf-agent in directories of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        tree, work = Path(scratch, "tree"), Path(scratch, "work")
        for directory in (tree, work, *(work / name for name in ("inputs", "bin", "state"))):
            directory.mkdir(mode=0o700)
        (work / "bin" / "cf-promises").symlink_to("/bin/true")
        policy = case.write_policy(Path(scratch), tree)
        output = b""
        for run in range(1, case.runs + 1):
            case.prepare(tree, run)
            output += subprocess.run(
                ["/usr/bin/cf-agent", *case.words, str(policy)],
                env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            ).stdout
        return case.judged(output.replace(str(policy).encode(), b"CASE"), tree, work)


def main() -> None:
    """Record the cases that are named, or all."""
    for path in [Path(word).resolve() for word in sys.argv[1:]] or sorted(HERE.glob("*.cf")):
        outcome = run_reference(Case(path)).encode("utf-8", "surrogateescape")
        path.with_suffix(".out").write_bytes(outcome)


if __name__ == "__main__":
    main()
