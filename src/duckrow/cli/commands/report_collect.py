"""`duckrow report collect`: a hub fetches the runs of its clients, and gives them to a store."""

from __future__ import annotations

from time import time_ns

from duckrow.cli.stores import open_store
from duckrow.cli.target import read_settings
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.cfengine.tools.collect import Collector
    from duckrow.cfengine.tools.start import Call
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments, Option

    Submit = Callable[[dict[str, object]], None]


def collect(
    hosts: Sequence[str], arguments: Arguments, console: Console, own: Sequence[Option]
) -> int:
    """Collect the runs of hosts, or of all clients; return the exit code."""
    try:
        from duckrow.cfengine.tools.collect import Collector
    except ImportError:
        raise InputError(
            "this needs packages for keys and TLS", hint="pip install 'duckrow[cfengine]'"
        ) from None
    from duckrow.store.commands.checks import InvalidCommandError
    from duckrow.store.commands.policy_run import StorePolicyRun
    from duckrow.store.database.errors import UnavailableError
    from duckrow.store.store import Store

    settings = read_settings(arguments, own)
    store = Store(open_store(arguments.get("database"), settings, console, may_create=True))

    def submit(run: dict[str, object]) -> None:
        try:
            store.submit(StorePolicyRun(run, 1, time_ns() // 1000))
        except InvalidCommandError as error:
            raise InputError(f"the store rejects a run: {error}") from None
        except UnavailableError as error:
            raise InputError(f"cannot use the store: {error}") from None

    collector = None
    try:
        collector = Collector(_call(arguments, console))
        return _collect(collector, hosts, submit, console)
    finally:
        if collector is not None:
            collector.close()
        store.close()


def _collect(collector: Collector, hosts: Sequence[str], submit: Submit, console: Console) -> int:
    named = list(hosts) or collector.clients()
    if not named:
        raise InputError(
            "no host has connected to this one within a week",
            hint="name hosts: duckrow report collect HOST…",
        )
    failed = 0
    for host in named:
        count = 0
        try:
            for run, is_new in collector.runs_of(host):
                submit(run)
                count += is_new
        except InputError as error:
            failed += 1
            console.print_error("collect", str(error), why=error.why, hint=error.hint)
            if not count:
                continue
        console.print_result(f"{host}: {count} new {'run' if count == 1 else 'runs'}")
    return 1 if failed else 0


def _call(arguments: Arguments, console: Console) -> Call:
    """Return a call of a tool of CFEngine, whose errors are ours."""
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.tools.start import Call

    given = {"workdir": [arguments.get("work-dir")]} if arguments.has("work-dir") else {}
    log = Log("verbose" if console.verbose else "notice")
    log.record = lambda level, text: console.print_message(text, "collect", level)
    return Call(given, [], log)
