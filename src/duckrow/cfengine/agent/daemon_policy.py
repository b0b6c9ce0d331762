"""How a daemon reads its policy: when there is a new one, and in a process that ends."""

from __future__ import annotations

from time import time

from duckrow.cfengine.evaluation.messages.log import flush
from duckrow.machine.paths import absolute, modified
from duckrow.machine.processes.answers import answer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.door import Door

# The longest time for reading a policy, in seconds.
_READING = 600.0


def make_paths_absolute(options: Options) -> None:
    """Let the paths of a daemon be independent of its working directory, which is / later."""
    for name in ("work_directory", "input_directory", "entry_point"):
        setattr(options, name, absolute(getattr(options, name)))


def validation_stamp(options: Options, given: Mapping[str, list[str]]) -> float | None:
    """Return the time of the stamp that a validated policy gets."""
    directory = f"{options.work_directory}/state" if "file" in given else options.input_directory
    return modified(f"{directory}/cf_promises_validated")


def in_child(
    options: Options, work: Callable[[], bytes], door: Door | None = None, longest: float = _READING
) -> bytes | None:
    """Return what some work with a policy answers, from a process that ends.

    It is None if the work fails, takes too long, or if a signal reaches the door meanwhile.
    """
    options.started = int(time())

    def answer() -> bytes:
        if door is not None:
            door.close()
        return work()

    flush()
    return answer_of(answer, longest, None if door is None else door.bell)
