"""Measurements promises: a value from a file or from the output of a command.

    bundle monitor watch
    {
      measurements:
        "/var/log/pond.log"
          handle => "ducks", stream_type => "file", data_type => "counter",
          history_type => "weekly", match_value => line_with("quack");
    }

A weekly value is learnt like the built-in ones, under the handle. `log` appends to
state/HANDLE_measure.log; `scalar` and `static` replace a line of state/static_data.
"""

from __future__ import annotations

import marshal
from time import time

from duckrow.cfengine.agent.daemon_policy import with_policy
from duckrow.cfengine.agent.daemons import collect
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.functions.helpers.command_lines import split_command
from duckrow.machine.errors import CommandFailed
from duckrow.machine.files.private import replace_file, size_of
from duckrow.machine.local_time import local_time_text
from duckrow.machine.log_files import LogFile
from duckrow.machine.paths import open_to_read, read_bytes
from duckrow.machine.processes.command import IGNORED, Command
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_SECTION = "measurements"
# How long a command may take, and how much of a stream is read at once.
_SECONDS = 60.0
_LARGEST = 16 * 1024 * 1024
# Its square is a number too, and there are not so many of anything.
_LARGEST_NUMBER = 2.0**64
_NUMBERS = ("counter", "int", "real")
# How the reference numbers the types of static values.
_TYPES = {"string": 0, "int": 1, "real": 2, "slist": 3, "counter": 14}


def measure(options: Options, log: Log, given: Mapping[str, list[str]], *, is_first: bool) -> bytes:
    """Keep all measurements promises; return the weekly values by handle.

    The value is None for a promise that was measured a short time ago.
    """
    options.ignores_locks = options.ignores_locks or is_first
    found: dict[str, float | None] = {}

    def keep(context: Context) -> None:
        for promise in collect(context, "monitor"):
            _keep(context, promise, found)

    with_policy(options, log, given, "monitor", keep)
    return marshal.dumps(found)


def _keep(context: Context, promise: ExpandedPromise, found: dict[str, float | None]) -> None:
    log = context.log
    handle = promise.handle
    if not handle:
        log.error(f"The promised measurement has no handle to register it by: {_where(promise)}")
        return
    why = _why_invalid(promise)
    if why:
        log.error(f"{why}: {_where(promise)}")
        return
    is_weekly = promise.text("history_type") == "weekly"
    lock = acquire(context, promise, promise.promiser)
    if lock is None:
        if is_weekly:
            found[handle] = None
        return
    try:
        lines = _sample(context, promise, handle)
        values = _selected(context, promise, lines)
        if is_weekly:
            number = number_of(values, promise)
            if number is None:
                log.verbose(f"Could not locate the line for promise '{handle}'")
            found[handle] = number or 0.0
        elif values:
            _store(context, promise, handle, values)
        else:
            log.error(f"Promiser '{promise.promiser}' found no matching line.")
    except (OSError, CommandFailed, ValueError) as error:
        text = reason(error) if isinstance(error, OSError) else str(error)
        log.error(f"Cannot measure '{promise.promiser}': {text} ({_where(promise)})")
    finally:
        lock.release()


def _where(promise: ExpandedPromise) -> str:
    return f"{promise.file}:{promise.line}"


def _why_invalid(promise: ExpandedPromise) -> str:
    if not promise.promiser.startswith("/"):
        return f"The promiser '{promise.promiser}' of a measurement was not an absolute path"
    if promise.has("select_line_matching") and promise.has("select_line_number"):
        return (
            f"The promiser '{promise.promiser}' cannot select both a line by pattern and by number"
        )
    pattern = promise.text("extraction_regex")
    if pattern is not None and "(" not in pattern:
        return "The extraction_regex must contain a single backreference for the extraction"
    is_number = promise.text("data_type") in (*_NUMBERS, "string", None)
    if promise.text("history_type") == "weekly" and not is_number:
        return (
            f"The promiser '{promise.promiser}' cannot have history type weekly as it is not a"
            " number"
        )
    return ""


def _sample(context: Context, promise: ExpandedPromise, handle: str) -> list[str]:
    """Return the lines of the stream; of a growing file, only those that are new."""
    context.log.info(f"Sampling '{promise.promiser}' ...")
    if promise.text("stream_type") == "file":
        content = _new_content(context, promise, handle)
    else:
        command = Command(
            split_command(promise.promiser), timeout=_SECONDS, errors=IGNORED, limit=_LARGEST
        )
        result = context.machine.commands.run(command)
        if result.has_timed_out:
            raise ValueError(f"the command takes more than {_SECONDS:.0f} seconds")
        content = result.output.content
    return content.decode("utf-8", "surrogateescape").splitlines()


def _new_content(context: Context, promise: ExpandedPromise, handle: str) -> bytes:
    path = promise.promiser
    if not promise.flag("track_growing_file"):
        return read_bytes(path, _LARGEST)
    key = f"{handle}{path}"
    position = int((context.state.get(_SECTION, key) if context.state else None) or 0)
    if position > size_of(path):
        position = 0  # a new file, or one that was cut
    with open_to_read(path) as file:
        file.seek(position)
        content = file.read(_LARGEST)
    # A line that is being written is measured when it is complete.
    whole = content[: content.rfind(b"\n") + 1]
    if context.state is not None:
        context.state.put(_SECTION, key, str(position + len(whole)))
    return whole


def _selected(context: Context, promise: ExpandedPromise, lines: list[str]) -> list[str]:
    """Return what the selected lines have: the first group of the pattern, or the whole line."""
    pattern = promise.text("select_line_matching")
    if promise.has("select_line_number"):
        number = promise.integer("select_line_number", 0)
        lines = lines[number - 1 : number] if number > 0 else []
    elif pattern is not None:
        lines = [line for line in lines if context.patterns.full(pattern, line)]
    else:
        return []
    extraction = promise.text("extraction_regex")
    if extraction is None:
        return lines
    found: list[str] = []
    for line in lines:
        match = context.patterns.search(extraction, line)
        group = None if match is None else match[1]
        if group is None:
            context.log.verbose(f"Was not able to match a value with '{extraction}' on '{line}'")
        else:
            found.append(group)
    return found


def number_of(values: list[str], promise: ExpandedPromise) -> float | None:
    """Return the number that several values make; None without any.

    Raises ValueError for a text that is no number, and for one that nobody can have counted.
    """
    if promise.text("data_type") == "counter":
        return float(len(values))
    numbers = [float(value) for value in values]
    if not numbers:
        return None
    policy = promise.text("select_multiline_policy") or "average"
    if policy == "first":
        found = numbers[0]
    elif policy == "last":
        found = numbers[-1]
    else:
        found = sum(numbers) if policy == "sum" else sum(numbers) / len(numbers)
    if not abs(found) <= _LARGEST_NUMBER:  # nor is nan
        raise ValueError(f"{found:g} is not a number that can be measured")
    return found


def _store(context: Context, promise: ExpandedPromise, handle: str, values: list[str]) -> None:
    """Store a value that has no averages."""
    kind = promise.text("data_type") or "string"
    text = values[0]
    if kind == "slist":
        text = ",".join(values)
    elif kind in _NUMBERS:
        text = f"{number_of(values, promise):g}"
    directory = f"{context.options.work_directory}/state"
    if promise.text("history_type") == "log":
        now = int(time())
        line = f"{local_time_text(now)},{now},{text}\n"
        LogFile(f"{directory}/{_file_name(handle)}_measure.log").append(line)
        return
    _replace_static(f"{directory}/static_data", f"{handle}:{_TYPES.get(kind, 0)}:", text)


def _file_name(handle: str) -> str:
    return handle.replace("/", "_")


def _replace_static(path: str, start: str, text: str) -> None:
    try:
        lines = read_bytes(path, _LARGEST).decode("utf-8", "surrogateescape").splitlines()
    except FileNotFoundError:
        lines = []
    lines = [line for line in lines if not line.startswith(start)]
    content = "".join(f"{line}\n" for line in [*lines, f"{start}{text}"])
    replace_file(path, content.encode("utf-8", "surrogateescape"), 0o600)
