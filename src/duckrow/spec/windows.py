"""Resource types in examples whose facts are those of Windows.

rspec-puppet pretends to be on Windows then, so paths are those of Windows, and only those.
"""

from __future__ import annotations

import re

from duckrow.puppet.resources import exec as exec_type
from duckrow.puppet.resources import file as file_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.puppet.resources.behaviour import Behaviour
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
        return str(value).replace("\\", "/").rstrip("/")

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
        values = value if isinstance(value, list) else [value]
        return [_full_path("creates", each) for each in values]

    def validate(self, desired: Desired) -> None:
        provider = desired.provider
        if provider is None or provider.name != "windows":
            super().validate(desired)


def _full_path(name: str, value: object) -> str:
    if not is_full_path(value):
        raise ValueError(f"{name} must be a fully qualified path")
    return str(value)


TYPES: dict[str, Behaviour] = {
    "file": WindowsFile(file_type.TABLE),
    "exec": WindowsExec(exec_type.TABLE),
}
