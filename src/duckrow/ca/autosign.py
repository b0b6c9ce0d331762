"""Autosign: whether a request is signed without being asked about.

The setting is true, false, or a file: a list of names and globs, or a program that decides. The
program gets the name as its argument and the request in PEM as its input; exit code 0 signs. It may
take its time up to a limit, so nobody holds the lock of the authority while it runs.
"""

from __future__ import annotations

from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import exists, is_program, read_bytes
from duckrow.machine.processes.command import SEPARATE, Command
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.rules import Rules

_SHOWN = 400  # characters of a program's output in a reason


class Decision:
    """Whether a request is signed, and why; `level` is that of a log message."""

    __slots__ = ("is_signed", "level", "reason")

    def __init__(self, is_signed: bool, why: str, level: str = "info") -> None:
        self.is_signed = is_signed
        self.reason = why
        self.level = level


def decide(rules: Rules, name: str, request: bytes) -> Decision:
    """Return whether a request is signed at once. It may take as long as a policy program."""
    setting = rules.autosign
    if isinstance(setting, bool):
        return Decision(setting, f"autosign is {'true' if setting else 'false'}")
    if not exists(setting):
        return Decision(False, f"the autosign file {setting} does not exist")
    if is_program(setting):
        return _ask_program(setting, name, request, rules.autosign_timeout)
    return _look_up(setting, name)


def _look_up(path: str, name: str) -> Decision:
    try:
        lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    except OSError as error:
        return Decision(False, f"cannot read {path}: {reason(error)}", "err")
    invalid = ""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        if "#" in line or " " in line:
            invalid += f"; Invalid pattern '{line}' found in {path}"
        elif matches(line, name):
            return Decision(True, f"{path}:{number} has {line}{invalid}", "notice")
    level = "err" if invalid else "info"
    return Decision(False, f"no line of {path} matches {name}{invalid}", level)


def matches(pattern: str, name: str) -> bool:
    """Return whether a line of the list matches: a name, `*.pond.example`, or `*` for all."""
    if not pattern.startswith("*"):
        return pattern == name
    labels = pattern.lower().split(".")[1:]
    return not labels or name.lower().split(".")[-len(labels) :] == labels


def _ask_program(program: str, name: str, request: bytes, seconds: float) -> Decision:
    command = Command([program, name], stdin=request, timeout=seconds, errors=SEPARATE)
    try:
        result = LocalMachine().commands.run(command)
    except OSError as error:
        return Decision(False, f"cannot run {program}: {reason(error)}", "err")
    said = result.errors.content.decode("utf-8", "replace").strip()[:_SHOWN]
    more = f"; Autosign command '{program} {name}' generated output to stderr: {said}" * bool(said)
    if result.has_timed_out:
        why = f"{program} has not decided about {name} within {seconds:g} seconds"
        return Decision(False, why + more, "warning")
    if result.status:
        why = (
            f"Autosign command '{program}' rejected certificate '{name}' "
            f"because the exit code was {result.status}, not zero"
        )
        return Decision(False, why + more, "warning")
    return Decision(True, f"{program} accepts {name}{more}", "warning" if said else "notice")
