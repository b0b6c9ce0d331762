"""The socket of local requests: a line with the name of a host leads to a run there.

The answer is JSON with the output and the exit code. `localhost` and its addresses mean
cfruncommand of this host; any other host is asked through cf-runagent.
"""

from __future__ import annotations

from duckrow.machine.files.private import make_private_tree
from duckrow.machine.sockets import listen_on_path, stop_listening
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from socket import socket

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.executor.settings import Settings

NAME = "runagent.socket"
_BACKLOG = 5
_SECONDS = 30.0
_LONGEST = 1024
_LOCAL = ("localhost", "127.0.0.1", "::1")


class RequestSocket:
    """The socket in a directory; without one, requests are not served."""

    __slots__ = ("_path", "listening")

    def __init__(self, directory: str, log: Log) -> None:
        self._path = f"{directory}/{NAME}"
        self.listening: socket | None = None
        try:
            make_private_tree(directory, ())
            self.listening = listen_on_path(self._path, _BACKLOG)
        except OSError as error:
            log.error(
                f"Failed to create socket for runagent requests '{self._path}': {reason(error)}"
            )
            log.error("try: a shorter path with --with-runagent-socket, or 'no' to do without")

    def admit(self, users: Sequence[str], log: Log) -> None:
        """Let these users connect, beside the owner."""
        if self.listening is None:
            return
        from duckrow.machine.files.user_access import admit_users

        try:
            missing = admit_users(self._path, users)
        except OSError as error:
            log.error(
                "Failed to allow runagent_socket_allow_users users access the runagent socket: "
                f"{reason(error)}"
            )
            return
        for name in missing:
            log.error(f"runagent_socket_allow_users: there is no user '{name}'")

    def close(self) -> None:
        """Stop listening and remove the path."""
        if self.listening is not None:
            stop_listening(self.listening, self._path)
            self.listening = None


def answer_request(channel: socket, settings: Settings, work: str, log: Log) -> None:
    """Answer the request on a connection, and close it."""
    channel.settimeout(_SECONDS)
    with channel:
        try:
            host = _read_line(channel)
            answer = _error("Failed to read the runagent request: no data")
            if host:
                channel.settimeout(None)
                answer = _run(host, settings, work, log)
            channel.sendall(answer.encode())
        except OSError as error:
            log.error(f"Failed to serve a runagent request: {reason(error)}")


def _read_line(channel: socket) -> str:
    content = b""
    while b"\n" not in content and len(content) < _LONGEST:
        piece = channel.recv(_LONGEST)
        if not piece:
            break
        content += piece
    return content.partition(b"\n")[0].decode("utf-8", "replace")


def _run(host: str, settings: Settings, work: str, log: Log) -> str:
    from json import dumps

    from duckrow.cfengine.executor.local_run import find_program
    from duckrow.cfengine.functions.helpers.command_lines import split_command
    from duckrow.machine.processes.lines import LinesOf

    if host in _LOCAL or host.startswith("127."):
        tool = "cf-agent"
        argv = split_command(settings.local_run_command)
    else:
        tool = "cf-runagent"
        argv = [find_program(work, tool), "-b", "-H", host]
    try:
        if not argv:
            return _error("cfruncommand in body server control is empty")
        with LinesOf(argv) as running:
            lines = [line.decode("utf-8", "replace") for line in running]
            code = running.wait()
    except OSError as error:
        log.error(f"Failed to start {tool} and connect to its output: {reason(error)}")
        return _error(f"Failed to start {tool} and connect to its output")
    output = "".join(f"{line}\n" for line in lines)
    return f'{{\n"output" : {dumps(output, ensure_ascii=False)},\n"exit_code": {code}\n}}\n'


def _error(text: str) -> str:
    from json import dumps

    return f'{{"error": {dumps(text)}}}'
