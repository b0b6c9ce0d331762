"""Command lines of `puppet` and `facter`, run in a directory of their own by both implementations.

The program of a case is a list of command lines, without a shell:

    FACTER_pond=deep facter --external-dir facts pond
    puppet parser validate < site.pp

Words are quoted as in a shell; NAME=VALUE before the command sets a variable of the environment,
and `< FILE` after it is its standard input. The files of the case are in the current directory. The
answer shows each command line with its output and its exit code:

    $ puppet parser validate < site.pp
    ! a line of stderr
    a line of stdout
    exit 0

Settings of a case:

    stderr: yes         the answer contains stderr, with `! ` before each line
    order: any          the lines of stdout have no fixed order
    help: cut           where stdout is the help, the answer contains its first line only
    directories: none   puppet gets no settings for its directories (see DIRECTORIES)
    executable: NAME    files of the case that can be executed
    host: yes           the output depends on the host: nothing is recorded, and both programs are
                        compared with each other where the reference is installed
    needs: root         the case is skipped for other users
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import ReferenceMissingError
from tests.conformance.tree import decoded

PROGRAMS = ("puppet", "facter")
# Settings that keep `puppet` inside the directory of a case, and away from the modules of the host.
DIRECTORIES = ("confdir", "vardir", "codedir", "rundir", "logdir", "ssldir", "basemodulepath")
_PLAIN = ("help", "--help", "-h", "--version", "-V")
_VARIABLE = re.compile(r"[A-Za-z_]\w*=")

# Output that differs from run to run or between versions, by name.
RULES: dict[str, tuple[re.Pattern[str], str]] = {
    # A module of OpenStack brings this file where it is installed.
    "external facts of the host": (
        re.compile(r"fact 'os_service_default\.txt', took: [^\n]*\n"),
        "",
    ),
    "duration of a fact": (re.compile(r"took: \(\s*[\d.e-]+\)"), "took: (SECONDS)"),
    "duration in words": (re.compile(r"\b\d+\.\d+ seconds"), "SECONDS seconds"),
    "time of a log message": (re.compile(r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \]"), "[TIME]"),
    "time": (
        re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?( ?(UTC|Z|[+-]\d\d:?\d\d))?"),
        "TIME",
    ),
    "name of the node": (
        re.compile(r"Compiled catalog for \S+ in"),
        "Compiled catalog for NODE in",
    ),
    "version of a catalog": (re.compile(r'("version": ?)\d{10}\b'), r"\1TIME"),
    "identifier": (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "UUID"),
    # Some hosts do not let even root read this file; the reference then lacks a few facts.
    "error of a fact": (
        re.compile(r"(\x1b\[1;31m)?Error: Facter: Permission denied @ rb_sysopen[^\n]*\n"),
        "",
    ),
    "version of puppet": (re.compile(r"\b[78]\.\d+\.\d+\b"), "VERSION"),
    "version of facter": (re.compile(r"\b4\.\d+\.\d+\b"), "VERSION"),
}


class CommandLine:
    """One line of a case: variables, a program with its words, and its standard input."""

    __slots__ = ("program", "standard_input", "text", "variables", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        words = shlex.split(text)
        self.variables: dict[str, str] = {}
        while _VARIABLE.match(words[0]):
            name, _, value = words.pop(0).partition("=")
            self.variables[name] = value
        self.standard_input = "/dev/null"
        if len(words) > 2 and words[-2] == "<":
            self.standard_input = words.pop()
            words.pop()
        self.program, *self.words = words
        assert self.program in PROGRAMS, f"{text}: only {' and '.join(PROGRAMS)} can be run"


class Place:
    """The directory in which the command lines of a case run."""

    def __init__(self, case: Case, directory: Path) -> None:
        self.case = case
        self.directory = directory
        self.work = directory / "work"
        self.work.mkdir(parents=True)
        (directory / "home").mkdir()
        executable = case.setting("executable").split()
        for name, text in case.files.items():
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
            path.chmod(0o755 if name in executable else 0o644)

    def environment(self, line: CommandLine) -> dict[str, str]:
        """Return all variables of the environment of a command line."""
        return {
            "HOME": str(self.directory / "home"),
            "LANG": "C.UTF-8",
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "TZ": "UTC",
            **line.variables,
        }

    def words(self, line: CommandLine) -> list[str]:
        """Return the words after the program, with the settings for the directories of puppet."""
        words = line.words
        if line.program != "puppet" or self.case.setting("directories") == "none":
            return words
        if not words or words[0] in _PLAIN:
            return words
        return [*words, *(f"--{name}={self.directory / name}" for name in DIRECTORIES)]

    def shown(self, line: CommandLine, output: bytes, errors: bytes, code: int) -> Iterator[str]:
        """Return the lines of the answer for one command line."""
        yield f"$ {line.text}"
        if self.case.setting("stderr"):
            yield from (f"! {each}" for each in _lines(self._same(errors)))
        lines = _lines(self._same(output))
        if self.case.setting("help") == "cut" and lines[:1] in (["Usage"], [""]):
            lines[1:] = ["…"]
        yield from sorted(lines) if self.case.setting("order") == "any" else lines
        yield f"exit {code}"

    def _same(self, output: bytes) -> str:
        """Return an output without the parts that differ between two runs."""
        text = decoded(output)
        for path, name in ((self.work, "WORK"), (self.directory, "DIRECTORY")):
            text = text.replace(str(path), name)
        for pattern, replacement in RULES.values():
            text = pattern.sub(replacement, text)
        return text


def _lines(text: str) -> list[str]:
    if not text:
        return []
    if text.endswith("\n"):
        return text[:-1].split("\n")
    return [*text.split("\n"), "\\ no newline at the end"]


def command_lines(case: Case) -> list[CommandLine]:
    """Return the command lines of a case."""
    return [CommandLine(line) for line in case.program.splitlines() if line]


def run_case(
    case: Case,
    directory: Path,
    run: Callable[[Place, CommandLine], tuple[bytes, bytes, int]],
) -> str:
    """Run the command lines of a case one after the other and return the answer."""
    place = Place(case, directory)
    return "".join(
        f"{shown}\n"
        for line in command_lines(case)
        for shown in place.shown(line, *run(place, line))
    )


def run_reference(place: Place, line: CommandLine) -> tuple[bytes, bytes, int]:
    """Run a command line with the installed reference; return stdout, stderr and exit code."""
    program = Path("/usr/bin") / line.program
    if not program.exists():
        raise ReferenceMissingError(f"{program} is not installed: apt-get install puppet-agent")
    with open(place.work / line.standard_input, "rb") as standard_input:
        done = subprocess.run(
            [program, *place.words(line)],
            cwd=place.work,
            env=place.environment(line),
            stdin=standard_input,
            capture_output=True,
            check=False,
        )
    return done.stdout, done.stderr, done.returncode


def main_of(program: str) -> Callable[[], int]:
    """Return the function that an executable of duckrow calls."""
    from importlib import import_module

    module = "puppet.main" if program == "puppet" else program
    main: Callable[[], int] = import_module(f"duckrow.cli.drop_ins.{module}").main
    return main


def run_here(place: Place, line: CommandLine) -> int:
    """Run a command line with duckrow in this process, and return its exit code."""
    before, arguments, variables = Path.cwd(), sys.argv, dict(os.environ)
    saved_input = os.dup(0)
    standard_input = os.open(place.work / line.standard_input, os.O_RDONLY)
    try:
        os.dup2(standard_input, 0)
        os.chdir(place.work)
        os.environ.clear()
        os.environ.update(place.environment(line))
        sys.argv = [line.program, *place.words(line)]
        return main_of(line.program)()
    finally:
        os.dup2(saved_input, 0)
        os.close(saved_input)
        os.close(standard_input)
        os.chdir(before)
        os.environ.clear()
        os.environ.update(variables)
        sys.argv = arguments
