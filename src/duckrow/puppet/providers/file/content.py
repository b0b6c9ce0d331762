"""Writing the content of a file: checked as it is written, and by a command, before it counts."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired

LITE = 512
# Checksums that do not depend on the content.
UNCHECKED = ("none", "mtime", "ctime")


def write_content(
    machine: Machine, desired: Desired, pieces: Iterable[bytes], mode: int | None
) -> None:
    """Return the file of a resource a content; if anything is wrong with that, nothing changes."""
    check = _Check(str(desired["checksum"])) if desired["source"] is not None else None
    with machine.files.draft(desired.name) as draft:
        for piece in pieces:
            draft.write(piece)
            if check is not None:
                check.add(piece)
        if check is not None:
            _compare(desired, check.text())
        if desired["validate_cmd"] is not None:
            _validate(machine, desired, draft.name_beside())
        draft.publish(mode)


class _Check:
    """The checksum of the bytes written so far; a "lite" checksum reads only the beginning."""

    __slots__ = ("_digest", "_kind", "_left")

    def __init__(self, kind: str) -> None:
        from duckrow.machine.files.digests import new_digest

        self._kind = kind
        self._digest = None if kind in UNCHECKED else new_digest(kind)
        self._left = LITE if kind.endswith("lite") else None

    def add(self, piece: bytes) -> None:
        if self._digest is None:
            return
        if self._left is None:
            self._digest.update(piece)
        elif self._left > 0:
            self._digest.update(piece[: self._left])
            self._left -= len(piece)

    def text(self) -> str | None:
        return None if self._digest is None else f"{{{self._kind}}}{self._digest.hexdigest()}"


def _compare(desired: Desired, actual: str | None) -> None:
    value = desired["checksum_value"]
    wanted = desired["content"] if value is None else f"{{{desired['checksum']}}}{value}"
    if actual is not None and wanted is not None and actual != wanted:
        raise ProviderError(
            "File written to disk did not match desired checksum; discarding changes "
            f"({actual} vs {wanted})"
        )


def _validate(machine: Machine, desired: Desired, name: str) -> None:
    """Run the command that checks the new content: a file beside the one that it will replace."""
    from duckrow.machine.processes.command import Command
    from duckrow.puppet.providers.exec.words import argv_of

    path = f"{machine.root.rstrip('/')}{desired.name.rpartition('/')[0]}/{name}"
    text = str(desired["validate_cmd"]).replace(desired["validate_replacement"], path)
    words = argv_of(text)
    try:
        result = machine.commands.run(Command(words))
        status, output = result.status, result.text
    except FileNotFoundError as error:
        status = 1
        output = f"Error: Could not execute posix command: {error.strerror} - {words[0]}"
    for line in output.splitlines():
        desired.log("debug", line)
    if status != 0:
        raise ProviderError(f"Execution of '{text}' returned {status}: {output.strip()}")
