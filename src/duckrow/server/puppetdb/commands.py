"""Commands: POST /pdb/cmd/v1.

    /pdb/cmd/v1?command=replace_facts&version=5&certname=N      the body is the payload
    /pdb/cmd/v1                                   the body has the keys command, version and payload

A command is durable before it is acknowledged, so `secondsToWaitForCompletion` needs no waiting. A
payload that PuppetDB would acknowledge and then drop is rejected with status 400 and the reason.
"""

from __future__ import annotations

from time import time_ns
from uuid import uuid4

from orjson import dumps

from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.puppetdb.refusal import JsonRefusal, check_content_type
from duckrow.state.writer import StoppingError
from duckrow.store.commands.checks import InvalidCommandError
from duckrow.store.commands.table import COMMANDS, load_payload, read_command
from duckrow.store.database.errors import UnavailableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from duckrow.server.http.exchange import Request
    from duckrow.store.store import Store

    class StoreSite(Protocol):
        """A site with a store."""

        @property
        def records(self) -> Store:
            """Its store of records."""


LARGEST = 64 << 20  # bytes of a body
_KNOWN = "checksum secondsToWaitForCompletion certname command version producer-timestamp".split()
_NEEDED = ("certname", "version", "command")


def post_command(site: StoreSite, request: Request) -> Answer:
    """Store a command; the answer has a new UUID."""
    _check_headers(request)
    body = request.body
    received = time_ns() // 1_000_000 * 1000
    if "command" in request.query:
        fields: dict[str, object] = {name: request.field(name) for name in request.query}
        fields["command"] = request.field("command").replace("_", " ")
        version = request.field("version")
        if version.isascii() and version.isdigit():
            fields["version"] = int(version)
        _check_fields(fields)
        payload = _loaded(fields, body)
    else:
        fields, payload = _of_old_format(body)
        _check_fields(fields)
    name, certname, number = fields["command"], fields["certname"], fields["version"]
    assert isinstance(name, str)
    assert isinstance(certname, str)
    assert isinstance(number, int)
    try:
        command = read_command(name, number, certname, payload, received)
    except InvalidCommandError as error:
        raise _invalid(fields, str(error)) from None
    try:
        site.records.submit(command)
    except (UnavailableError, StoppingError) as error:
        raise Refusal(503, f"the command cannot be stored: {error}", None) from error
    answer: dict[str, object] = {"uuid": str(uuid4())}
    if "secondsToWaitForCompletion" in request.query:
        answer.update(processed=True, timed_out=False)
    return Answer(dumps(answer), JSON)


def _check_headers(request: Request) -> None:
    """Raise a Refusal for a body or an answer of another type."""
    check_content_type(request)
    accepted = request.headers.get("accept", "*/*")
    if not any(each in accepted for each in ("application/json", "*/*", "application/*")):
        raise Refusal(406, "must accept application/json", None)


def _loaded(fields: Mapping[str, object], body: bytes) -> object:
    try:
        return load_payload(body)
    except InvalidCommandError as error:
        raise _invalid(fields, str(error)) from None


def _of_old_format(body: bytes) -> tuple[dict[str, object], object]:
    """Return the fields and the payload of a body that has both. Raises Refusal."""
    try:
        data = load_payload(body)
    except InvalidCommandError:
        data = None
    fields = dict(data) if isinstance(data, dict) else {}
    payload = fields.pop("payload", None)
    certname = payload.get("certname") if isinstance(payload, dict) else None
    if certname is not None:
        fields["certname"] = certname
    start = "Command was submitted without query parameters (old format)."
    if not (fields.get("command") and fields.get("version") and payload is not None):
        keys = "command, version, payload"
        raise _invalid(
            fields, f"{start} The request body must be a JSON map with required keys: {keys}."
        )
    if not isinstance(payload, dict):
        raise _invalid(fields, f"{start} The payload value must be a JSON map.")
    return fields, payload


def _check_fields(fields: Mapping[str, object]) -> None:
    """Raise a Refusal unless the fields name a command, a version and a node."""
    missing = [name for name in _NEEDED if name not in fields]
    if missing:
        raise _invalid(fields, f"Command is missing required parameters: {', '.join(missing)}.")
    unknown = [name for name in fields if name not in _KNOWN]
    if unknown:
        raise _invalid(fields, f"Command has invalid parameters: {', '.join(unknown)}.")
    certname, name, version = fields["certname"], fields["command"], fields["version"]
    if not isinstance(certname, str) or not certname.strip():
        raise _invalid(fields, "Certname must be a non-empty string.")
    if not isinstance(name, str) or name not in COMMANDS:
        raise _invalid(fields, f"Command must be one of: {', '.join(COMMANDS)}.")
    if type(version) is not int:
        raise _invalid(fields, "Version must be a valid integer.")
    oldest = COMMANDS[name][0]
    if version < oldest:
        raise _invalid(
            fields,
            f'Version {version} of command "{name}" is retired.'
            f" The minimum supported version is {oldest}.",
        )


def _invalid(fields: Mapping[str, object], why: str) -> JsonRefusal:
    name, certname = (_shown(fields.get(key)) for key in ("command", "certname"))
    return _bad(f"Command {name} for certname {certname} is invalid. {why}")


def _shown(value: object) -> str:
    """Return a value as the reference prints it."""
    return "nil" if value is None else dumps(value).decode()[:200]


def _bad(message: str) -> JsonRefusal:
    return JsonRefusal(400, message)
