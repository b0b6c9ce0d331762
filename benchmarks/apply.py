"""What does applying cost, beside Puppet and a hello-world cf-agent where they are installed?

1. The smallest run: `apply -e 'notice(1)'` with an empty module path, each run a process of its
   own, with state kept. Budget: 1.2 cf-agents, a fiftieth of Puppet.
2. A file, an exec, a package and a service in no-op: 50 ms of the processor.
3. A converged catalog of 5,000 files with content, the whole command. Budget: a tenth of Puppet's
   time and half of its memory.
4. 200 converged settings of an ini file whose type and provider a module brings in Ruby. Budget: an
   eighth of Puppet's time. First those of OpenStack's module nova, where it is installed and root
   may lay an overlay over /etc; then those of the example reeds, whose provider works out its
   setting anew for each line of the file.

Commands take turns; the best time of each counts, since a busy machine only adds to it. Time of the
processor is shown beside the time on the clock.

    python benchmarks/apply.py [--files N] [--settings N] [--rounds N] [--reference-rounds N]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

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
EXAMPLES = Path(__file__).parents[1] / "examples" / "puppet"
HELLO = 'bundle agent main { reports: "Hello"; }\n'

Measured = tuple[float, float, float]  # seconds on the clock and of the processor, MB
Commands = dict[str, list[str]]


def environment(folder: Path) -> dict[str, str]:
    found = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return found | {"CFENGINE_TEST_OVERRIDE_WORKDIR": str(folder / "cfengine")}


def once(command: list[str], folder: Path, inside: Iterable[str] = ()) -> Measured:
    """Run a command to its end; `inside` is a command that runs it in another host."""
    words = [*inside, sys.executable, "-I", "-S", "-c", BETWEEN, *command]
    text = subprocess.check_output(words, env=environment(folder), text=True)
    code, seconds, busy, memory = text.split()
    if code != "0":
        raise SystemExit(f"{' '.join(command)[:200]} ended with {code}")
    return float(seconds), float(busy), int(memory) / 1024


def duckrow(folder: Path, *words: str) -> list[str]:
    program = os.path.join(os.path.dirname(sys.executable), "duckrow")
    own = ["--confdir", f"{folder}/conf", "--cache-dir", f"{folder}/cache"]
    own += ["--state-dir", f"{folder}/state", "--modulepath", f"{folder}/modules"]
    return [program, "apply", *own, *words]


def puppet(folder: Path, *words: str) -> list[str] | None:
    program = shutil.which("puppet")
    if program is None:
        return None
    own = ["--confdir", f"{folder}/conf", "--vardir", f"{folder}/var"]
    return [program, "apply", *own, "--modulepath", f"{folder}/modules", *words]


def cf_agent(folder: Path) -> list[str] | None:
    """Set up a working directory in which cf-agent has all it asks for."""
    program, checker, keys = (shutil.which(name) for name in ("cf-agent", "cf-promises", "cf-key"))
    if program is None or checker is None or keys is None:
        return None
    place = folder / "cfengine"
    for name in ("", "bin", "inputs", "ppkeys"):
        (place / name).mkdir(mode=0o700)
    (place / "bin" / "cf-promises").symlink_to(checker)
    policy = folder / "hello.cf"
    policy.write_text(HELLO)
    policy.chmod(0o600)
    subprocess.run([keys], env=environment(folder), check=True, capture_output=True)
    return [program, "--no-lock", "--file", str(policy)]


def measure(commands: Commands, few: int, many: int, folder: Path) -> dict[str, Measured]:
    """Run the commands in turns, those of the slow reference less often."""
    found: dict[str, list[Measured]] = {name: [] for name in commands}
    for command in commands.values():
        once(command, folder)
    for number in range(many):
        for name, command in commands.items():
            if name != "puppet" or number < few:
                found[name].append(once(command, folder))
    return {
        name: (
            min(each[0] for each in times),
            min(each[1] for each in times),
            max(each[2] for each in times),
        )
        for name, times in found.items()
    }


def show(title: str, times: dict[str, Measured]) -> None:
    print(title)
    ours = times["duckrow"]
    for name, them in times.items():
        seconds, busy, memory = them
        text = f"  {name:<8} {seconds * 1000:8.1f} ms  {busy * 1000:8.1f} ms cpu  {memory:6.1f} MB"
        if name != "duckrow":
            clock, cpu, space = (them[number] / ours[number] for number in range(3))
            text += f"   ours x {clock:.2f}, cpu x {cpu:.2f}, memory x {space:.2f}"
        print(text, flush=True)


def manifest(folder: Path, count: int) -> str:
    """Write a manifest of files with content, and make the directory that they are in."""
    (folder / "files").mkdir()
    lines = [
        f"file {{ '{folder}/files/{number}': content => \"number {number}\\n\", mode => '0644' }}"
        for number in range(count)
    ]
    path = folder / "site.pp"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def settings(folder: Path, count: int) -> str:
    """Write a manifest of settings, and link the module with their type and provider."""
    (folder / "modules" / "reeds").symlink_to(EXAMPLES / "reeds")
    lines = [
        f"reed_setting {{ 'song{number % 10}/verse{number}': value => {number}, "
        f"path => '{folder}/reeds.conf' }}"
        for number in range(count)
    ]
    path = folder / "settings.pp"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


MODULES = "/usr/share/puppet/modules"
NOVA = ("nova", "openstacklib", "stdlib", "inifile", "oslo", "keystone")
# Everything that the command changes in /etc stays in the folder: $1.
OVERLAY = (
    'mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/upper,workdir=$1/work" /etc && '
    'shift && exec "$@"'
)


def nova_settings(folder: Path, count: int) -> str | None:
    """Write a manifest of settings of nova; None where they cannot be applied."""
    modules = [Path(MODULES, name) for name in NOVA]
    if os.geteuid() != 0 or not all(each.exists() for each in modules):
        return None
    for each in modules:
        (folder / "modules" / each.name).symlink_to(each)
    for name in ("upper/nova", "work"):
        (folder / name).mkdir(parents=True)
    (folder / "upper/nova/nova.conf").touch()
    lines = [
        f"nova_config {{ 'part{number % 10}/setting{number}': value => 'v{number}' }}"
        for number in range(count)
    ]
    path = folder / "nova.pp"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def over_etc(folder: Path, command: list[str] | None) -> list[str] | None:
    """Return a command that sees an overlay over /etc."""
    unshare = shutil.which("unshare")
    if command is None or unshare is None:
        return None
    return [unshare, "--mount", "sh", "-c", OVERLAY, "sh", str(folder), *command]


def small(folder: Path) -> list[str]:
    """Write a manifest with one resource of each of the types that hosts have most."""
    path = folder / "small.pp"
    path.write_text(
        f"file {{ '{folder}/small': ensure => file, content => 'small' }}\n"
        "exec { '/bin/true': unless => '/bin/true' }\n"
        "package { 'dpkg': ensure => installed }\n"
        "service { 'cron': ensure => running }\n"
    )
    return ["--noop", str(path)]


class Question(NamedTuple):
    """What is measured: commands by name, and how often at most."""

    title: str
    commands: dict[str, list[str] | None]
    few: int = 100  # rounds of Puppet
    many: int = 100


def questions(folder: Path, files: int, count: int) -> Iterator[Question]:
    """Prepare one question after the other."""
    (folder / "modules").mkdir()
    code = ["-e", "notice(1)"]
    found = {
        "duckrow": duckrow(folder, *code),
        "cf-agent": cf_agent(folder),
        "puppet": puppet(folder, *code),
    }
    yield Question("the smallest run", found)
    words = small(folder)
    found = {"duckrow": duckrow(folder, *words), "puppet": puppet(folder, *words)}
    yield Question("a file, an exec, a package, a service, in no-op", found, 3)
    site = manifest(folder, files)
    found = {"duckrow": duckrow(folder, site), "puppet": puppet(folder, site)}
    yield Question(f"{files:,} files as they should be", found, 2, 7)
    nova = nova_settings(folder, count)
    if nova is not None:
        found = {
            "duckrow": over_etc(folder, duckrow(folder, nova)),
            "puppet": over_etc(folder, puppet(folder, nova)),
        }
        title = f"{count:,} settings of nova's Ruby provider as they should be"
        yield Question(title, found, 3, 7)
    site = settings(folder, count)
    found = {"duckrow": duckrow(folder, site), "puppet": puppet(folder, site)}
    title = f"{count:,} settings of the example's Ruby provider as they should be"
    yield Question(title, found, 2, 7)


def rows(rounds: int) -> Iterator[Row]:
    """Measure the processor time of whole commands beside Puppet's."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for question in questions(folder, 5000, 200):
            commands = {
                each: words
                for each, words in question.commands.items()
                if words is not None and each != "cf-agent"
            }
            times = measure(commands, min(question.few, 2), max(rounds, 5), folder)
            _, ours, memory = times["duckrow"]
            theirs = times["puppet"][1] if "puppet" in times else None
            yield Row(f"apply: {question.title}", ours, theirs, memory)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--settings", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--reference-rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for question in questions(folder, options.files, options.settings):
            few = min(options.reference_rounds, question.few)
            many = min(options.rounds, question.many)
            commands = {e: words for e, words in question.commands.items() if words is not None}
            show(question.title, measure(commands, few, many, folder))


if __name__ == "__main__":
    main()
