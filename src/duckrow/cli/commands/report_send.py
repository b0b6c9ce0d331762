"""`duckrow report send`: give a store the runs of CFEngine policies."""

from __future__ import annotations

from time import time_ns

from duckrow.cli.options import UsageError
from duckrow.cli.stores import StoreServer, open_store
from duckrow.cli.target import read_settings
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments, Option
    from duckrow.puppet.settings.settings import Settings
    from duckrow.state.journal import Entry
    from duckrow.state.reports import StoredReports

    Payload = dict[str, object]


def send(
    entries: Sequence[Entry],
    reports: StoredReports,
    arguments: Arguments,
    console: Console,
    own: Sequence[Option],
) -> int:
    """Send the runs that have policies, the oldest first; return the exit code.

    `own` are the options of the command; others are settings.
    """
    if arguments.has("server") and arguments.has("database"):
        raise UsageError("--server and --database exclude each other")
    payloads = list(_payloads(entries, reports))
    if payloads:
        if arguments.has("server"):
            _send_to_server(payloads, arguments, own)
        else:
            _store_here(payloads, arguments, console, own)
    skipped = len(entries) - len(payloads)
    without = f"; {_counted(skipped, 'run')} had no policy" if skipped else ""
    console.print_result(f"sent {_counted(len(payloads), 'run')} of policies{without}")
    return 0


def _payloads(entries: Sequence[Entry], reports: StoredReports) -> list[Payload]:
    from duckrow.state.policy_run import policy_run_payload

    found = []
    for entry in reversed(entries):
        report = reports.report(entry)
        if report is not None:
            ended = entry.ended or entry.began
            found.append(policy_run_payload(report, ended, ended))
    return [each for each in found if each is not None]


def _store_here(
    payloads: Sequence[Payload], arguments: Arguments, console: Console, own: Sequence[Option]
) -> None:
    """Store the runs in the store of this host, or in the one that --database names."""
    from duckrow.store.commands.policy_run import StorePolicyRun
    from duckrow.store.database.errors import UnavailableError
    from duckrow.store.store import Store

    store = Store(open_store(arguments.get("database"), read_settings(arguments, own), console))
    try:
        for payload in payloads:
            store.submit(StorePolicyRun(payload, 1, time_ns() // 1000))
    except UnavailableError as error:
        raise InputError(f"cannot use the store: {error}") from None
    finally:
        store.close()


def _send_to_server(
    payloads: Sequence[Payload], arguments: Arguments, own: Sequence[Option]
) -> None:
    """Send the runs with the certificate of this host."""
    from urllib.parse import quote

    from duckrow.state.policy_run import COMMAND

    name, version = COMMAND
    settings = read_settings(arguments, own)
    with StoreServer(arguments.get("server"), settings) as server:
        for payload in payloads:
            node = quote(str(payload["certname"]), safe="")
            path = f"/pdb/cmd/v1?command={name}&version={version}&certname={node}"
            try:
                with server.post(path, payload) as answer:
                    text = server.error_of(answer)
            except OSError as error:
                raise server.failure("send to", error) from None
            if answer.status != 200:
                raise InputError(
                    f"{server.url} answers {answer.status} {answer.reason}: {text}",
                    hint=_whose(payload, settings) if answer.status == 403 else "",
                )


def _whose(payload: Payload, settings: Settings) -> str:
    return (
        f"a node sends its own runs: this one is of {payload['certname']}, and the certificate is"
        f" of {settings['certname']}"
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
