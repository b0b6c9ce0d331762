"""cf-net: ask a server by hand: connect, stat, get, opendir."""

from __future__ import annotations

from duckrow.cfengine.agent.command_line import Option
from duckrow.cfengine.net.connection import Broken, Refused
from duckrow.cfengine.net.private_keys import keys_are_private
from duckrow.cfengine.tools.connect import make_connector, policy_server
from duckrow.cfengine.tools.start import COMMON, Call, run_tool
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.net.connection import Connection
    from duckrow.cfengine.tools.connect import Connector

OPTIONS = (
    *COMMON,
    Option("host", "H", "yes", "servers, separated by commas; else the policy server"),
    Option("tls-version", "t", "yes", "the lowest version of TLS"),
    Option("ciphers", "c", "yes", "the ciphers to offer"),
    Option("output", "o", "yes", "get: write to this file"),
    Option("jobs", "j", "yes", "get: how often, with %d in names as the number"),
)
_COMMANDS = {
    "help": ("explain the commands, or one of them", "cf-net help [COMMAND]"),
    "connect": ("open a connection to each server", "cf-net -H HOST[,HOST...] connect"),
    "stat": ("say what kind of file a path is", "cf-net -H HOST stat masterfiles/promises.cf"),
    "get": ("receive a file", "cf-net -H HOST get masterfiles/promises.cf -o promises.cf"),
    "opendir": ("list the names in a directory", "cf-net -H HOST opendir masterfiles"),
}
_KINDS = {
    "file": "is a regular file",
    "directory": "is a directory",
    "socket": "is a socket",
    "character device": "is a character device file",
    "block device": "is a block device file",
    "fifo": "is a named pipe (FIFO)",
    "link": "is a symbolic link",
}


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-net and return the exit code."""
    return run_tool("cf-net", OPTIONS, words, log, _run, _COMMANDS)


def _run(call: Call) -> int:
    if not call.rest:
        print("Error: Command missing, use cf-net --help for more info.")
        return 1
    word, *arguments = call.rest
    command = word.lower()
    if command not in _COMMANDS:
        call.log.error(f"'{word.upper()}' is not a valid cf-net command")
        return 1
    if command == "help":
        return _help(call, arguments[0] if arguments else "")
    needed = 0 if command == "connect" else 1
    if len(arguments) != needed:
        call.log.error(f"Invalid, see: 'cf-net help {command}' for more info")
        return 1
    hosts = call.value("host") or policy_server(call.work_directory)
    if hosts is None:
        call.log.error("No hostname specified, and no policy server is known")
        return 1
    if not keys_are_private(call.work_directory, call.log):
        return 1
    connector = make_connector(call, call.value("tls-version"), call.value("ciphers"))
    if connector is None:
        return 1
    return max(_ask(call, connector, host, command, arguments) for host in hosts.split(","))


def _ask(call: Call, connector: Connector, host: str, command: str, arguments: list[str]) -> int:
    connection = connector.connect(host, trusts_new_key=True, is_recorded=False)
    if connection is None:
        print(f"Failed to connect to '{host}'")
        return 1
    try:
        if command == "connect":
            print(f"Connected & authenticated successfully to '{host}'")
            return 0
        return _ACTIONS[command](call, connection, host, arguments[0])
    except Refused as error:
        print(f"Could not {command}: '{arguments[0]}' ({error})")
    except Broken as error:
        call.log.error(f"Connection to '{host}' broke: {error}")
    finally:
        connection.close()
    return 1


def _stat(call: Call, connection: Connection, host: str, path: str) -> int:
    facts = connection.stat(path)
    if facts is None:
        print(f"Could not stat: '{path}'")
        return 1
    call.log.info(
        "Detailed stat output:\n"
        f"mode  = {facts.mode:o}, \tsize = {facts.size},\n"
        f"uid   = {facts.uid}, \tgid = {facts.gid},\n"
        f"atime = {facts.atime_ns // 10**9}, \tmtime = {facts.mtime_ns // 10**9}\n"
    )
    print(f"{host}:'{path}' {_KINDS[facts.kind]}")
    return 0


def _get(call: Call, connection: Connection, _host: str, path: str) -> int:
    target = call.value("output") or path.rpartition("/")[2]
    jobs = call.value("jobs") or "1"
    count = int(jobs) if jobs.isdecimal() else 1
    files = LocalMachine().files
    for number in range(count):
        source, name = path, target
        if count > 1:
            source = path.replace("%d", str(number))
            name = target.replace("%d", str(number)) if "%d" in target else f"{target}.{number}"
        facts = connection.stat(source)
        if facts is None:
            print(f"Could not stat: '{source}'")
            return 1
        try:
            files.replace(absolute(name), connection.content(source, facts), 0o644)
        except OSError as error:
            call.log.error(f"Failed to open file {name} (fopen: {error.strerror})")
            return 1
    return 0


def _opendir(_call: Call, connection: Connection, _host: str, path: str) -> int:
    for name in (".", "..", *connection.names(path)):
        print(name)
    return 0


def _help(call: Call, topic: str) -> int:
    found = _COMMANDS.get(topic.lower())
    if found is None:
        if topic:
            call.log.error(f"No help for topic '{topic}'")
        for name, (text, _) in _COMMANDS.items():
            print(f"  {name:<9} {text}")
        return 1 if topic else 0
    print(f"{topic.lower()}: {found[0]}\nusage: {found[1]}")
    return 0


_ACTIONS = {"stat": _stat, "get": _get, "opendir": _opendir}
