"""Send the report of a run; one that cannot be sent waits for the next run."""

from __future__ import annotations

from duckrow.machine.files.private import make_private_directory, replace_file
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, is_directory, names_in, read_bytes
from duckrow.puppet.agent.client import JSON, REPORT, quoted
from duckrow.puppet.agent.errors import ResponseError
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.agent.client import Client
    from duckrow.puppet.settings.settings import Settings

SPOOL = "duckrow_unsent_reports"
MOST = 100  # reports that wait; the oldest make room
_LARGEST = 1 << 28
# The server takes such a report neither now nor later; 403 may be a matter of rules or clocks.
_NEVER = (400, 413, 415)
# The keys of a report that only duckrow has.
_OURS = ("applied", "not_applied", "promises", "plugins")


def report_for_server(data: dict[str, object], *, excludes_unchanged: bool) -> dict[str, object]:
    """Return a report with the keys that servers know.

    Without unchanged resources it is a tenth of its size, and the counts of all resources stay.
    """
    found = {key: value for key, value in data.items() if key not in _OURS}
    if found["catalog_uuid"] is None:
        del found["catalog_uuid"]
    statuses = found["resource_statuses"]
    assert isinstance(statuses, dict)
    found["resource_statuses"] = {
        ref: {key: value for key, value in status.items() if key != "failed_dependencies"}
        for ref, status in statuses.items()
        if not (excludes_unchanged and _is_unchanged(status))
    }
    return found


def _is_unchanged(status: dict[str, object]) -> bool:
    words = ("out_of_sync", "failed", "failed_to_restart", "changed", "skipped")
    return not any(status[word] for word in words) and not status["events"]


def send_report(
    client: Client, environment: str, data: dict[str, object], *, is_rejected: bool = False
) -> None:
    """Send a report, after those that wait. A report that cannot be sent is stored and logged.

    A server that rejects this node is not asked again.
    """
    if is_rejected:
        _spool(client, str(data["transaction_uuid"]), str(data["time"]), environment, data)
        return
    content = _content(data)
    try:
        _send_waiting(client)
        _put(client, str(data["host"]), environment, content)
    except InputError as error:
        client.log("err", f"Could not send report: {error}")
        if isinstance(error, ResponseError) and error.status in _NEVER:
            return
        _spool(client, str(data["transaction_uuid"]), str(data["time"]), environment, data)


def _content(data: dict[str, object]) -> bytes:
    from orjson import OPT_NON_STR_KEYS, dumps

    try:
        return dumps(data, option=OPT_NON_STR_KEYS)
    except TypeError:  # texts that are not UTF-8
        from duckrow.state.small_json import dump

        return dump(data).encode()


def _put(client: Client, host: str, environment: str, content: bytes) -> None:
    client.ask(
        "PUT",
        f"/puppet/v3/report/{quoted(host)}",
        [("environment", environment)],
        body=content,
        content_type=JSON,
        address=client.address_of(REPORT),
    )


def _directory(settings: Settings) -> str:
    return f"{absolute(settings['statedir'])}/{SPOOL}"


def _spool(client: Client, uuid: str, time: str, environment: str, data: dict[str, object]) -> None:
    directory = _directory(client.settings)
    # Names sort by time.
    name = f"{time[:19].replace(':', '')}-{uuid}.{environment}.json"
    try:
        make_private_directory(directory)
        replace_file(f"{directory}/{name}", _content(data), 0o600)
        for old in _waiting(client.settings)[:-MOST]:
            LocalMachine().files.remove(old)
    except OSError as error:
        client.log("err", f"Could not store the report for later: {error.strerror}")
        return
    client.log("info", "The report waits for the next run")


def _waiting(settings: Settings) -> list[str]:
    """Return the files of the reports that wait, the oldest first."""
    directory = _directory(settings)
    if not is_directory(directory):
        return []
    return [f"{directory}/{name}" for name in sorted(names_in(directory)) if name.endswith(".json")]


def _send_waiting(client: Client) -> None:
    """Send the reports that wait; one that the server cannot take now does not delay the others."""
    for path in _waiting(client.settings):
        try:
            content = read_bytes(path, _LARGEST)
        except OSError:
            continue
        environment = path.rpartition("/")[2].removesuffix(".json").partition(".")[2]
        host = _host_in(content) or str(client.settings["node_name_value"])
        try:
            _put(client, host, environment, content)
        except ResponseError as error:
            if error.status not in _NEVER:
                client.log("warning", f"The report {path} waits for the next run: {error}")
                continue
            client.log("warning", f"The server rejects the report {path}: {error}")
        LocalMachine().files.remove(path)


def _host_in(content: bytes) -> str:
    """Return the node that a report is about: its name may have changed since."""
    from orjson import JSONDecodeError, loads

    try:
        data = loads(content)
    except JSONDecodeError:
        return ""
    host = data.get("host") if isinstance(data, dict) else None
    return host if isinstance(host, str) else ""
