"""How a daemon or a tool reads a policy: when there is a new one, and in a process that ends."""

from __future__ import annotations

from time import time

from duckrow.cfengine.evaluation.messages.log import flush
from duckrow.machine.paths import absolute, modified
from duckrow.machine.processes.answers import FAULTY, INTERRUPTED, SLOW, Answer
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.door import Door

    Found = TypeVar("Found")

# The longest time for reading a policy, in seconds.
LONGEST = 600.0
# Why a policy gives no answer; the others are those of machine/processes/answers.py.
INVALID = "invalid"
_WHY = {
    INVALID: "is invalid",
    FAULTY: "could not be read because of a fault",
    SLOW: f"takes more than {LONGEST:.0f} seconds to read",
    INTERRUPTED: "was not read to its end because of a signal",
}


def make_paths_absolute(options: Options) -> None:
    """Let the paths of a daemon be independent of its working directory, which is / later."""
    for name in ("work_directory", "input_directory", "entry_point"):
        setattr(options, name, absolute(getattr(options, name)))


def validation_stamp(options: Options, given: Mapping[str, list[str]]) -> float | None:
    """Return the time of the stamp that a validated policy gets."""
    directory = f"{options.work_directory}/state" if "file" in given else options.input_directory
    return modified(f"{directory}/cf_promises_validated")


def with_policy(
    options: Options,
    log: Log,
    given: Mapping[str, list[str]],
    component: str,
    work: Callable[[Context], Found],
    *,
    is_checking: bool = False,
) -> Found | None:
    """Read a policy and return what some work finds in it; log why and return None if invalid."""
    # The whole interpreter of policies, which is not to stay in a daemon.
    from duckrow.cfengine.agent.prepare import log_input_error, make_context, prepare
    from duckrow.cfengine.agent.run import end, load_policy
    from duckrow.cfengine.values.outcomes import Aborted

    context = make_context(options, log, component)
    context.is_checking = is_checking
    try:
        prepare(context, given)
        load_policy(context)
        return work(context)
    except Aborted as aborted:
        if aborted.message:
            log.error(f"Fatal CFEngine error: {aborted.message}")
        return None
    except InputError as error:
        log_input_error(log, error)
        return None
    finally:
        end(context)


def begin_reading(
    options: Options, log: Log, work: Callable[[], bytes], door: Door | None = None
) -> Answer:
    """Begin some work with a policy in a process that ends; it answers b"" if that is invalid."""
    options.started = int(time())

    def answer() -> bytes:
        try:
            return work()
        except Exception as error:  # a daemon in the background has no other place to say it
            log.error(f"A fault in duckrow: {type(error).__name__}: {error}")
            flush()
            raise

    flush()
    return Answer(answer, None if door is None else door.close)


def in_child(
    options: Options,
    log: Log,
    work: Callable[[], bytes],
    door: Door | None = None,
    longest: float = LONGEST,
) -> bytes | str:
    """Return what some work with a policy answers, from a process that ends, or why it does not.

    That is INVALID, FAULTY, SLOW, or INTERRUPTED by a signal that reaches the door.
    """
    signals = None if door is None else door.signal_descriptor
    return begin_reading(options, log, work, door).wait(longest, signals) or INVALID


def text_of(why: str) -> str:
    """Return what is wrong with a policy, as the rest of a sentence."""
    return _WHY[why]


def log_unread(log: Log, why: str) -> None:
    """Log why a new policy does not replace the last valid one."""
    # The daemon reads it again, or it ends.
    level = "info" if why == INTERRUPTED else "error"
    log.write(level, f"The new policy {text_of(why)}: the last valid one stays in force")
