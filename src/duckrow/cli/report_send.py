"""`duckrow report send`: give a store the runs of CFEngine policies."""

from __future__ import annotations

from time import time_ns

from duckrow.cli.options import UsageError
from duckrow.cli.stores import open_store
from duckrow.cli.target import read_settings
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments, Option
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
    console.print_result(f"sent {len(payloads)} runs of policies, {skipped} have none")
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

    from orjson import dumps

    from duckrow.machine.web.request import Request
    from duckrow.machine.web.session import Session
    from duckrow.puppet.agent.tls import node_tls
    from duckrow.state.policy_run import COMMAND

    url = arguments.get("server").rstrip("/")
    if not url.startswith(("https://", "http://")):
        raise UsageError(f"--server takes a URL, such as https://puppet:8140, not {url}")
    name, version = COMMAND
    headers = {"content-type": "application/json; charset=utf-8", "accept": "application/json"}
    session = Session(node_tls(read_settings(arguments, own)))
    try:
        for payload in payloads:
            node = quote(str(payload["certname"]), safe="")
            path = f"/pdb/cmd/v1?command={name}&version={version}&certname={node}"
            request = Request(url + path, "POST", headers=headers, body=dumps(payload))
            with session.ask(request) as answer:
                content = answer.read(1 << 20).decode("utf-8", "replace").strip()
            if answer.status != 200:
                raise InputError(
                    f"{url} answers {answer.status} {answer.reason}: {content}",
                    hint="a node sends its own runs: is --certname the name of its certificate?"
                    if answer.status == 403
                    else "",
                )
    except OSError as error:
        raise InputError(f"cannot send to {url}: {reason(error)}") from None
    finally:
        session.close()
