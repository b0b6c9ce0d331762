"""readtcp and selectservers: questions to TCP servers."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.strings import whole_reference
from duckrow.cfengine.functions.helpers.arrays import whole_name
from duckrow.cfengine.functions.helpers.byte_strings import to_bytes
from duckrow.cfengine.functions.helpers.common import BUFFER, decoded, integer
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import LISTS
from duckrow.machine.tcp import ask, connect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def readtcp(context: Context, arguments: list[str]) -> str:
    """Send a string to a host and return its answer."""
    host, port, question, given = arguments
    if context.is_checking:
        raise FunctionFailed
    limit = integer(context, given)
    if not 0 <= limit < BUFFER:
        context.log.verbose(
            f"readtcp: invalid number of bytes {limit} to read, defaulting to {BUFFER - 1}"
        )
        limit = BUFFER - 1
    channel = connect(host, port)
    if channel is None:
        raise FunctionFailed("readtcp: Couldn't connect.", "info")
    with channel:
        answer = ask(channel, to_bytes(question), limit)
    if answer is None:
        raise FunctionFailed("readtcp: Error while receiving", "info")
    context.log.verbose(f"readtcp: requested {limit} maxbytes, got {len(answer)} bytes from {host}")
    return decoded(answer)


TAGS = ("source=function", "function=selectservers")


def selectservers(context: Context, arguments: list[str]) -> str:
    """Set an array to the hosts that answer."""
    listed, port, question, wanted, given, array = arguments
    array = whole_name(array)
    limit = integer(context, given)
    hosts = _hosts(context, listed)
    if not 0 <= limit < BUFFER:
        context.log.verbose(
            f"selectservers: invalid number of bytes {limit} to read, defaulting to {BUFFER - 1}"
        )
        limit = BUFFER - 1
    if context.is_checking:
        return "0"
    count = 0
    for host in hosts:
        if _answers(context, host, port, question, wanted, limit):
            context.log.verbose(f"selectservers: Got reply from host {host}")
            context.put(f"{array}[{count}]", host, "string", TAGS)
            count += 1
    context.log.verbose(f"selectservers: found {count} servers")
    return str(count)


def _hosts(context: Context, listed: str) -> list[str]:
    name = whole_reference(listed)
    variable = None if name is None else context.variable(name)
    if variable is None or variable.kind not in LISTS:
        raise FunctionFailed(
            f"Function selectservers was promised a list called '{listed}' but this was not found",
            "verbose",
        )
    return [str(host) for host in variable.value]


def _answers(
    context: Context, host: str, port: str, question: str, wanted: str, limit: int
) -> bool:
    """Return whether a host accepts a connection and, if a question is given, answers."""
    channel = connect(host, port)
    if channel is None:
        return False
    with channel:
        if not question:
            return True
        answer = ask(channel, to_bytes(question), limit)
    if answer is None:
        return False
    return not wanted or context.patterns.full(wanted, decoded(answer))
