"""cf-runagent: ask servers to run their agents, and print what those say."""

from __future__ import annotations

from threading import BoundedSemaphore, Lock, Thread

from duckrow.cfengine.agent.command_line import Option
from duckrow.cfengine.agent.daemon_policy import with_policy
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.evaluation.control import control_flag, control_list, control_text
from duckrow.cfengine.net.connection import Broken
from duckrow.cfengine.net.private_keys import keys_are_private
from duckrow.cfengine.tools.connect import make_connector
from duckrow.cfengine.tools.start import COMMON, Call, run_tool
from duckrow.cfengine.values.server_address import PORT, split_server
from duckrow.machine.paths import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.tools.connect import Connector

OPTIONS = (
    *COMMON,
    Option("background", "b", "maybe", "ask several servers at once, at most so many"),
    Option("dry-run", "n", "no", "accepted for compatibility"),
    Option("file", "f", "yes", "read body runagent control of this policy"),
    Option("define-class", "D", "yes", "define these classes there, separated by commas"),
    Option("select-class", "s", "yes", "run only where one of these classes is defined"),
    Option("remote-options", "o", "yes", "no longer supported"),
    Option("diagnostic", "x", "no", "accepted for compatibility"),
    Option("hail", "H", "yes", "servers, separated by commas"),
    Option("interactive", "i", "no", "ask whether to trust unknown keys"),
    Option("timeout", "t", "yes", "seconds to wait for a connection"),
    Option("ignore-preferred-augments", "", "no", "read def.json, not def_preferred.json"),
    Option("log-modules", "", "yes", "accepted for compatibility"),
    Option("remote-bundles", "", "yes", "run these bundles there, separated by commas"),
)
_OTHER_ERROR = 101
_FAILED = 255
_MOST = 50
_LINE = "." * 72


# Options whose values travel in a request, and their longest value in bytes.
_SENT = {"define-class": "-D", "select-class": "-s", "remote-bundles": "--remote-bundles"}
_LONGEST = 1023


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-runagent and return the exit code."""
    return run_tool("cf-runagent", OPTIONS, words, log, _run)


class _Wishes:
    """What to ask of all servers."""

    __slots__ = (
        "ciphers",
        "classes",
        "is_interactive",
        "lowest",  # version of TLS
        "most",
        "port",
        "seconds",
        "trusts",
        "words",
    )

    def __init__(self, call: Call) -> None:
        defined, bundles = _joined(call, "define-class"), _joined(call, "remote-bundles")
        self.words = f" -D{defined}" if defined else ""
        self.words += f" -b {bundles}" if bundles else ""
        listed = _joined(call, "select-class").replace(":", ",").replace(" ", ",")
        self.classes = [each for each in listed.split(",") if each]
        self.is_interactive = "interactive" in call.given
        given = call.value("timeout") or ""
        self.seconds = int(given) if given.isdecimal() and int(given) else 30
        limit = call.value("background") or ""
        self.most = int(limit) if limit.isdecimal() and int(limit) else _MOST
        self.port = ""
        self.trusts = False
        self.lowest: str | None = None
        self.ciphers: str | None = None


def _joined(call: Call, name: str) -> str:
    """Return the values of an option that may be given several times."""
    return ",".join(call.given.get(name, ()))


def _run(call: Call) -> int:
    if "remote-options" in call.given:
        call.log.error("Option --remote-options is no longer supported")
        return _OTHER_ERROR
    if "background" in call.given and "interactive" in call.given:
        call.log.error("You cannot specify background mode and interactive mode together")
        return _OTHER_ERROR
    for name, shown in _SENT.items():
        if len(_joined(call, name).encode("utf-8", "surrogateescape")) > _LONGEST:
            call.log.error(f"Argument too long ({shown})")
            return 1
    wishes = _Wishes(call)
    hosts = _read_policy(call, wishes)
    if hosts is None:
        return 1
    if "hail" in call.given:
        hosts = [each for each in (call.value("hail") or "").split(",") if each]
    if not hosts:
        return 0
    if not keys_are_private(call.work_directory, call.log):
        return 1
    connector = make_connector(call, wishes.lowest, wishes.ciphers)
    if connector is None:
        return 1
    if "background" in call.given:
        codes = _ask_at_once(call, connector, hosts, wishes)
    else:
        codes = [_ask(call, connector, host, wishes, Lock()) for host in hosts]
    if len(codes) == 1:
        return codes[0]
    return min(sum(code != 0 for code in codes), 100)


def _read_policy(call: Call, wishes: _Wishes) -> list[str] | None:
    """Read body runagent control; return its hosts, None if the policy is invalid."""
    options = make_options(call.given, call.rest)
    if isinstance(options, str):
        call.log.error(options)
        return None
    if not exists(options.entry_point):
        if call.rest or "file" in call.given:
            call.log.error(f"There is no readable input file at '{options.entry_point}'.")
            return None
        return []

    def wish(context: Context) -> list[str]:
        wishes.port = control_text(context, "runagent", "port") or ""
        wishes.trusts = control_flag(context, "runagent", "trustkey")
        wishes.lowest = control_text(context, "common", "tls_min_version")
        wishes.ciphers = control_text(context, "common", "tls_ciphers")
        return [str(each) for each in control_list(context, "runagent", "hosts") or ()]

    return with_policy(options, call.log, call.given, "common", wish, is_checking=True)


def _ask_at_once(call: Call, connector: Connector, hosts: list[str], wishes: _Wishes) -> list[int]:
    """Ask several servers at once; their lines do not mix within a line."""
    codes = [_FAILED] * len(hosts)
    room, lock = BoundedSemaphore(wishes.most), Lock()

    def ask(index: int) -> None:
        with room:
            codes[index] = _ask(call, connector, hosts[index], wishes, lock)

    threads = [Thread(target=ask, args=(index,)) for index in range(len(hosts))]
    for each in threads:
        each.start()
    call.log.notice("Waiting for child processes to finish")
    for each in threads:
        each.join()
    return codes


def _ask(call: Call, connector: Connector, text: str, wishes: _Wishes, lock: Lock) -> int:
    """Ask one server; return the exit code of its agent, 255 if it did not run."""
    host, port = split_server(text)
    port = port or wishes.port or PORT
    log = call.log
    if "background" in call.given:
        log.info(f"Hailing {host} : {port} (in the background)")
    else:
        for line in (_LINE, f"Hailing {host} : {port}", _LINE):
            log.info(line)
    trusts = wishes.trusts or (wishes.is_interactive and _is_trusted_by_user(host))
    connection = connector.connect(
        text, trusts_new_key=trusts, is_recorded=True, seconds=wishes.seconds, port=wishes.port
    )
    if connection is None:
        log.error(f"Failed to connect to host: {host}")
        return _FAILED
    code = _FAILED
    try:
        for data in connection.execute(wishes.words, wishes.classes):
            line = data.decode("utf-8", "surrogateescape").removesuffix("\n")
            if line.startswith("(exit code: ") and line[12:-1].isdecimal():
                code = int(line[12:-1])
            with lock:
                log.plain(f"{connection.address}> {_shown(line)}")
    except Broken as error:
        if isinstance(error.__context__, TimeoutError):
            log.error(f"'{host}' was silent for {wishes.seconds} seconds: see --timeout")
        log.verbose(f"Connection to '{host}' ended: {error}")
    finally:
        connection.close()
    return code


def _shown(line: str) -> str:
    if line.startswith("BAD:"):
        return f"!! {line[4:]}"
    return f"-> {line[2:]}" if line.startswith("> ") else line


def _is_trusted_by_user(host: str) -> bool:
    """Ask the user whether an unknown key of a host is to be trusted."""
    print(f"WARNING - If you do not have a public key from host {host} yet:")
    while True:
        try:
            answer = input("          Do you want to accept one on trust? (yes/no)\n\n--> ")
        except EOFError:
            return False
        if answer in ("yes", "no"):
            return answer == "yes"
        print(f"Please reply yes or no...({answer})")
