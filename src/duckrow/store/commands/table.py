"""The table of all commands, and the way from a payload to a checked command.

command = read_command("replace facts", 5, "huey.lab", payload, received)
"""

from __future__ import annotations

from orjson import JSONDecodeError, JSONEncodeError, loads

from duckrow.store.commands.catalog import ReplaceCatalog
from duckrow.store.commands.catalog_inputs import ReplaceCatalogInputs
from duckrow.store.commands.checks import InvalidCommandError
from duckrow.store.commands.deactivate import DeactivateNode
from duckrow.store.commands.expiration import ConfigureExpiration
from duckrow.store.commands.facts import ReplaceFacts
from duckrow.store.commands.policy_run import StorePolicyRun
from duckrow.store.commands.report import StoreReport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.store.commands.command import Command

    Reader = Callable[[object, int, int], Command]

# By name: the oldest and the latest version, and what reads a payload of a version.
COMMANDS: dict[str, tuple[int, int, Reader]] = {
    "configure expiration": (1, 1, ConfigureExpiration),
    "deactivate node": (3, 3, DeactivateNode),
    "replace catalog": (6, 9, ReplaceCatalog),
    "replace catalog inputs": (1, 1, ReplaceCatalogInputs),
    "replace facts": (4, 5, ReplaceFacts),
    "store policy run": (1, 1, StorePolicyRun),
    "store report": (5, 8, StoreReport),
}


def load_payload(body: bytes) -> object:
    """Return the JSON of a body, without null characters. Raises InvalidCommandError."""
    try:
        payload: object = loads(body)
    except JSONDecodeError as error:
        raise InvalidCommandError(f"the body is not JSON: {error}") from None
    return _without_nulls(payload) if b"\\u0000" in body else payload


def read_command(name: str, version: int, certname: str, payload: object, received: int) -> Command:
    """Check a payload. Raises InvalidCommandError."""
    _, latest, read = COMMANDS[name]
    if version > latest:
        raise InvalidCommandError(
            f"Version {version} of command '{name}' is unknown. The latest version is {latest}."
        )
    try:
        command = read(payload, version, received)
    except JSONEncodeError as error:
        raise InvalidCommandError(f"the payload cannot be stored: {error}") from None
    if command.certname != certname:
        raise InvalidCommandError(
            f"the payload is about '{command.certname}', but the command about '{certname}'"
        )
    return command


def _without_nulls(value: object) -> object:
    """Return a value without null characters, which PostgreSQL cannot store."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {key.replace("\0", "\ufffd"): _without_nulls(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_nulls(each) for each in value]
    return value
