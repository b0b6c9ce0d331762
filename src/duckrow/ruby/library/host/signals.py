"""Signals by name and by number."""

from __future__ import annotations

from duckrow.machine.processes.commands import signal_number as number_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import argument_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_NAMES = "HUP INT QUIT ILL TRAP ABRT FPE KILL USR1 SEGV USR2 PIPE ALRM TERM CHLD CONT STOP".split()


def signals() -> dict[str, int]:
    """Return the numbers of the signals of this system by name, without SIG."""
    return {name: number_of(f"SIG{name}") for name in _NAMES}


def signal_name(number: int) -> str | None:
    """Return the name of a signal, without SIG."""
    return next((name for name, known in signals().items() if known == number), None)


def signal_number(ruby: Interpreter, signal: object) -> int:
    """Return the number of a signal by name or number."""
    if isinstance(signal, int):
        return signal
    word = to_s(ruby, signal)
    if word in ("EXIT", "0"):
        return 0
    number = number_of(word if word.startswith("SIG") else f"SIG{word}")
    if number < 0:
        raise argument_error(f"unsupported signal `SIG{word.removeprefix('SIG')}'")
    return number
