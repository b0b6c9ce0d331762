"""Resource types in examples whose facts are those of Windows.

rspec-puppet pretends to be on Windows then, so paths are those of Windows, and only those. Exec and
service resources have the providers of Windows if they name none, whatever the facts are called:
the reference has none for facts of the newer form alone, and ends examples with a Ruby error.
"""

from __future__ import annotations

import re

from duckrow.puppet.providers.base import Foreign
from duckrow.puppet.resources import exec as exec_type
from duckrow.puppet.resources import file as file_type
from duckrow.puppet.resources import filebucket as filebucket_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from duckrow.puppet.providers.base import Provider
    from duckrow.puppet.resources.behaviour import Behaviour, Related
    from duckrow.puppet.resources.desired import Desired

# C:/x, //server/share, //?/C:
_PATH = re.compile(
    r"[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/][^\\/]+|[\\/]{2}\?[\\/][^\\/]+", re.IGNORECASE
)


def is_windows(facts: Mapping[str, object]) -> bool:
    """Return whether facts are those of Windows: the first that names the system says so."""
    os = facts.get("os")
    of_os = os if isinstance(os, dict) else {}
    for facts_, names in ((facts, ("operatingsystem", "osfamily")), (of_os, ("name", "family"))):
        for name in names:
            if name in facts_:
                return str(facts_[name]).lower() == "windows"
    return False


def is_full_path(value: object) -> bool:
    """Return whether a path of Windows is absolute."""
    return isinstance(value, str) and _PATH.match(value) is not None


class WindowsFile(file_type.FileType):
    """file, with a path of Windows."""

    __slots__ = ()

    def munge_path(self, desired: Desired, value: object) -> str:
        del desired
        if not is_full_path(value):
            raise ValueError(f"File paths must be fully qualified, not '{value}'")
        return str(value).rstrip("/")  # backslashes stay: only slashes separate names on this host

    def munge_source(self, desired: Desired, value: object) -> list[str]:
        for each in value if isinstance(value, list) else [value]:
            if str(each).startswith("/") and not is_full_path(each):
                raise ValueError(f"Cannot use relative URLs '{each}'")
        return super().munge_source(desired, value)


class WindowsExec(exec_type.ExecType):
    """exec, with paths of Windows."""

    __slots__ = ()

    def munge_cwd(self, desired: Desired, value: object) -> str:
        del desired
        return _full_path("cwd", value)

    def munge_creates(self, desired: Desired, value: object) -> list[str]:
        del desired
        return [_full_path("creates", each) for each in _listed(value)]

    def munge_refresh(self, desired: Desired, value: object) -> Any:
        _reject_unqualified(desired, value)
        return value

    def munge_unless(self, desired: Desired, value: object) -> list[Any]:
        for each in _listed(value):
            _reject_unqualified(desired, each)
        return _listed(value)

    munge_onlyif = munge_unless

    def validate(self, desired: Desired) -> None:
        _reject_unqualified(desired, desired["command"])

    def autorequire(self, desired: Desired) -> Related:
        command = desired["command"]
        files = [] if desired["cwd"] is None else [desired["cwd"]]
        files += _paths_in(command) + re.findall(r'^"([^"]+)"', _line(command), re.MULTILINE)
        for name in ("onlyif", "unless"):
            for each in desired[name] or ():
                files += _paths_in(each)
        yield "file", files
        yield from (each for each in super().autorequire(desired) if each[0] != "file")


class WindowsFilebucket(filebucket_type.FilebucketType):
    """filebucket, with a path of Windows."""

    __slots__ = ()

    def munge_path(self, desired: Desired, value: object) -> object:
        if is_full_path(value):
            return value
        if isinstance(value, str):
            raise ValueError("Filebucket paths must be absolute")
        return super().munge_path(desired, value)


def _reject_unqualified(desired: Desired, command: object) -> None:
    """Reject a command without a full path if there is no path, as all providers but shell do."""
    provider = desired.provider
    if provider is not None and provider.name == "shell":
        return
    name = exec_type.executable_of(command)
    if not is_full_path(name) and desired["path"] is None:
        raise ValueError(
            f"'{name}' is not qualified and no path was specified. "
            "Please qualify the command or specify a path."
        )


def _paths_in(command: object) -> list[str]:
    return re.findall(r"^([A-Za-z]:[\\/]\S+)", _line(command), re.MULTILINE)


def _line(command: object) -> str:
    return str(command[0] if isinstance(command, list) and command else command)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _full_path(name: str, value: object) -> str:
    if not is_full_path(value):
        raise ValueError(f"{name} must be a fully qualified path")
    return str(value)


class _Exec(Foreign):
    name = "windows"


class _Service(Foreign):
    name = "windows"
    features = frozenset(
        "configurable_timeout delayed_startable enableable manages_logon_credentials "
        "manual_startable refreshable".split()
    )


# The providers that resources of a type have, with facts of Windows, if they name none.
PROVIDERS: dict[str, type[Provider]] = {"exec": _Exec, "service": _Service}

TYPES: dict[str, Behaviour] = {
    "exec": WindowsExec(exec_type.TABLE),
    "file": WindowsFile(file_type.TABLE),
    "filebucket": WindowsFilebucket(filebucket_type.TABLE),
}
