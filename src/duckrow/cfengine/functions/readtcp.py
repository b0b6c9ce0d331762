"""readtcp(host, port, question, bytes): what a host answers."""

from __future__ import annotations

from duckrow.cfengine.functions.common import BUFFER, decoded, integer
from duckrow.cfengine.functions.letters import to_bytes
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.tcp import ask, connect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Connect, send the question and give the beginning of the answer."""
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
