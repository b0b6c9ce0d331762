"""What does running a CFEngine policy cost, beside cf-agent where it is installed?

Workloads: hello world; variables that build on one another; classes and guards; files with one line
each, when they are made and when they are there; copies of files; variables and reports over the
product of two lists. Budget: hello world no slower than cf-agent, everything else at most half of
its time.

Commands take turns; the best time of each counts, since a busy machine only adds to it. Both check
the policy before they run it, each in its own way. A first round is dropped: it fills the cache.
The files are in memory where the host has /dev/shm: to make a file, ext4 needs 50 to 600
microseconds, whichever agent asks for it.

    python benchmarks/cfengine.py [--rounds N] [--only NAME]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.rows import Row

# A process counts the memory that it had before it became another: who starts it must be small.
BETWEEN = """
import os, sys, time
began = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
    file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
                  (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
_, status, used = os.wait4(child, 0)
seconds = time.perf_counter() - began
print(os.waitstatus_to_exitcode(status), seconds, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
HEAD = "bundle agent main\n{\n"
EDITING = """body edit_defaults emptied
{
  empty_file_before_editing => "true";
  edit_backup => "false";
}

bundle edit_line one(text)
{
  insert_lines:
    "$(text)";
}

"""

Measured = tuple[float, float, float]  # seconds on the clock and of the processor, MB


def hello() -> str:
    return HEAD + '  reports:\n    "Hello";\n}\n'


def variables(count: int) -> str:
    """Variables in groups of ten, each of which mentions the one before it."""
    lines = []
    for number in range(count):
        value = f"$(v{number - 1})." if number % 10 else f"base {number}"
        lines.append(f'    "v{number}" string => "{value}";\n')
    return f'{HEAD}  vars:\n{"".join(lines)}  reports:\n    "last: $(v{count - 1})";\n}}\n'


def classes(count: int) -> str:
    """Classes, every other one defined, and as many guarded reports, of which few are printed."""
    lines = [HEAD, "  classes:\n"]
    for number in range(count):
        wanted = f"(linux|none_{number}).c_{number - 1}.!any" if number % 2 else f"!none_{number}"
        lines.append(f'    "c_{number}" expression => "{wanted}";\n')
    lines.append("  reports:\n")
    for number in range(count):
        guard = f"(c_{number | 1}.!none_{number})|!c_{number & ~1}" if number else "c_0.!c_1"
        lines.append(f'    {guard}::\n      "report {number}";\n')
    return "".join(lines) + "}\n"


def files(folder: Path, count: int) -> str:
    """Files that are made, emptied before editing, and given a line."""
    lines = [
        f'    "{folder}/f{number}"\n      create => "true",\n      edit_defaults => emptied,\n'
        f'      edit_line => one("content of file {number}");\n'
        for number in range(count)
    ]
    return f"{EDITING}{HEAD}  files:\n{''.join(lines)}}}\n"


def copies(folder: Path, count: int) -> str:
    """A copy of a directory, whose files are written here."""
    source = folder.with_name("source")
    source.mkdir(exist_ok=True)
    for number in range(count):
        (source / f"f{number}").write_text(f"content of file {number}\n")
    return (
        f'body copy_from here\n{{\n  source => "{source}";\n  compare => "digest";\n}}\n\n'
        'body depth_search all\n{\n  depth => "inf";\n}\n\n'
        f'{HEAD}  files:\n    "{folder}/." copy_from => here, depth_search => all;\n}}\n'
    )


def iteration(type_: str, size: int, other: int) -> str:
    """One promise over the product of two lists."""
    body = HEAD + "  vars:\n"
    for name, length in (("x", size), ("y", other)):
        listed = ", ".join(f'"{name}{number}"' for number in range(length))
        body += f'    "{name}" slist => {{ {listed} }};\n'
    if type_ == "vars":
        body += '    "a[$(x)][$(y)]" string => "$(x)-$(y)";\n  reports:\n    "$(a[x1][y0])";\n}\n'
        return body
    return body + '  reports:\n    "$(x)-$(y)";\n}\n'


def environment(folder: Path, name: str) -> dict[str, str]:
    found = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    found["CFENGINE_TEST_OVERRIDE_WORKDIR"] = str(folder / name)
    return found | {"XDG_CACHE_HOME": str(folder / "cache")}


def agents(folder: Path) -> dict[str, str]:
    """Give the agents there are, each with a work directory of its own."""
    found = {"duckrow": os.path.join(os.path.dirname(sys.executable), "cf-agent")}
    program, checker = shutil.which("cf-agent"), shutil.which("cf-promises")
    for name in ("duckrow", "cf-agent"):
        (folder / name).mkdir(mode=0o700)
    if program is not None and checker is not None:
        found["cf-agent"] = program
        (folder / "cf-agent" / "bin").mkdir()
        (folder / "cf-agent" / "bin" / "cf-promises").symlink_to(checker)
    return found


def once(folder: Path, name: str, words: list[str]) -> Measured:
    """Run a command to its end."""
    text = subprocess.check_output(
        [sys.executable, "-I", "-S", "-c", BETWEEN, *words],
        env=environment(folder, name),
        text=True,
    )
    code, seconds, busy, memory = text.split()
    if code != "0":
        raise SystemExit(f"{name} ended with {code}: {' '.join(words)}")
    return float(seconds), float(busy), int(memory) / 1024


def measure(
    folder: Path, policy: Path, rounds: int, *, cleans: Path | None = None
) -> dict[str, Measured]:
    """Let the agents take turns; gives the best time and the most memory of each."""
    found: dict[str, list[Measured]] = {}
    for number in range(rounds + 1):
        for name, program in agents_of(folder).items():
            if cleans is not None:
                # Not removed: ext4 looks at every inode that was freed lately before it gives a
                # new one, and that would be most of what is measured.
                cleans.rename(folder / f"{cleans.name} {number} {name}")
                cleans.mkdir()
            times = once(folder, name, [program, "-Kf", str(policy)])
            if number:
                found.setdefault(name, []).append(times)
    return {
        name: (min(t[0] for t in each), min(t[1] for t in each), max(t[2] for t in each))
        for name, each in found.items()
    }


def agents_of(folder: Path) -> dict[str, str]:
    """Give the agents of a folder, which is set up the first time."""
    if not (folder / "duckrow").exists():
        return agents(folder)
    found = {"duckrow": os.path.join(os.path.dirname(sys.executable), "cf-agent")}
    if (folder / "cf-agent" / "bin").exists():
        found["cf-agent"] = str(shutil.which("cf-agent"))
    return found


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.cf"
    path.write_text(text)
    path.chmod(0o600)  # what others may write to is refused
    return path


def show(title: str, times: dict[str, Measured]) -> None:
    print(title)
    ours = times["duckrow"]
    for name, them in times.items():
        seconds, busy, memory = them
        text = f"  {name:<8} {seconds * 1000:8.1f} ms  {busy * 1000:8.1f} ms cpu  {memory:6.1f} MB"
        if name != "duckrow":
            text += f"   ours is {seconds / ours[0]:.2f} x as fast, cpu {busy / ours[1]:.2f} x"
        print(text, flush=True)


def all_times(rounds: int, only: str = "") -> Iterator[tuple[str, dict[str, Measured]]]:
    """Measure all work; yield its title, and the time of each agent."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as name:
        folder = Path(name)
        made, copied = folder / "made", folder / "copied"
        made.mkdir()
        copied.mkdir()
        work = {
            "hello world": hello(),
            "10,000 variables": variables(10_000),
            "5,000 classes and guards": classes(5_000),
            "2,000 files edited, made": files(made, 2_000),
            "2,000 files edited, as they should be": files(made, 2_000),
            "2,000 files copied, made": copies(copied, 2_000),
            "2,000 files copied, as they should be": copies(copied, 2_000),
            "variables over 300 x 300": iteration("vars", 300, 300),
            "reports over 300 x 300": iteration("reports", 300, 300),
        }
        for title, text in work.items():
            if only not in title:
                continue
            policy = write(folder, "policy", text)
            count = rounds * 5 if title == "hello world" else rounds
            directory = made if "edited" in title else copied
            cleans = directory if title.endswith("made") else None
            yield title, measure(folder, policy, count, cleans=cleans)


def rows(rounds: int) -> Iterator[Row]:
    """Measure all work, for the table of docs/performance.md."""
    for title, times in all_times(rounds):
        yield row_of(title, times)


def row_of(title: str, times: dict[str, Measured]) -> Row:
    """Return the row of a work: processor times, without the memory."""
    theirs = times.get("cf-agent")
    return Row(title, times["duckrow"][1], None if theirs is None else theirs[1])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for title, times in all_times(options.rounds, options.only):
        show(title, times)


if __name__ == "__main__":
    main()
