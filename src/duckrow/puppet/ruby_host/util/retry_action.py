"""Puppet::Util::RetryAction: a block that is tried again after an error."""

from __future__ import annotations

from duckrow.puppet.ruby_host.util.logs import log
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.exceptions import RESCUED, exception_of, rescues
from duckrow.ruby.library.host.commands import KERNEL
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

_NAME = "Puppet::Util::RetryAction"
_ERROR = f"{_NAME}::RetryException"


def _retry_action(
    ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
) -> object:
    """Run a block until it succeeds, with longer and longer pauses."""
    _, options = options_of(arguments)
    if block is None:
        raise RubyError(f"{_ERROR}::NoBlockGiven", f"{_ERROR}::NoBlockGiven")
    if options.get("retries") is None:
        raise RubyError(f"{_ERROR}::NoRetriesGiven", f"{_ERROR}::NoRetriesGiven")
    most = to_int(ruby, options["retries"])
    classes = options.get("retry_exceptions")
    failures = 0
    while True:
        try:
            return block(ruby)
        except RESCUED as error:
            if not rescues(ruby, error, *(classes if isinstance(classes, list) else ())):
                raise
            if failures >= most:
                raise RubyError(f"{_ERROR}::RetriesExceeded", f"{most} exceeded") from error
            value = exception_of(ruby, error)
            kind = to_s(ruby, send(ruby, value, "class"))
            log(ruby, "info", f"Caught exception {kind}:{to_s(ruby, value)} retrying")
            failures += 1
            KERNEL["sleep"](ruby, None, (2**failures - 1) * 0.1)


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its errors."""
    error = RubyModule(_ERROR, known_class(ruby, "Exception"))
    made: dict[str, object] = {
        _NAME: RubyModule(_NAME, is_class=False, singleton={"retry_action": _retry_action}),
        _ERROR: error,
    }
    for name in ("NoBlockGiven", "NoRetriesGiven", "RetriesExceeded"):
        made[f"{_ERROR}::{name}"] = RubyModule(f"{_ERROR}::{name}", error)
    return made
