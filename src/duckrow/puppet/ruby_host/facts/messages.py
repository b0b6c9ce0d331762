"""Messages of Facter: Puppet's log names Facter as their source."""

from __future__ import annotations

from duckrow.puppet.ruby_host.host import machine_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def log(ruby: Interpreter, level: str, message: str) -> None:
    """Log a message of Facter or of a fact."""
    machine_host(ruby).log(level, f"Facter: {message}")


def log_once(ruby: Interpreter, level: str, message: str) -> None:
    """Log a message unless the same was logged before."""
    warned = machine_host(ruby).warned
    if (level, message) not in warned:
        warned.add((level, message))
        log(ruby, level, message)
