"""Versions of code: the commands of `versioned-code`, and static_file_content.

    code-id-command ENVIRONMENT                         prints the code_id of the present code
    code-content-command ENVIRONMENT CODE_ID PATH       prints a file as it was then

Both or neither are configured. Without them no catalog is static.
"""

from __future__ import annotations

import re

from duckrow.machine.local import LocalMachine
from duckrow.machine.processes.command import SEPARATE, Command
from duckrow.server.http.exchange import BYTES, Answer, Refusal
from duckrow.server.http.v3 import key_of
from duckrow.source.errors import DuckrowError, InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from duckrow.server.http.exchange import Request

    class VersionedSite(Protocol):
        """A site that may know versions of its code."""

        @property
        def versioned_code(self) -> VersionedCode | None:
            """The commands; None without them."""


_SECONDS = 60.0
_LARGEST = 512 << 20  # bytes of a file
# The reference also takes values that begin with a dash, which a command would take for options.
_code_id = re.compile(r"[\w:;][\w\-:;]*", re.ASCII)
_environment = re.compile(r"\w+", re.ASCII)
_path = re.compile(r"[^/-][^/]*/[^/]+/(files|tasks|scripts|lib)/.+", re.DOTALL)


class CodeError(DuckrowError):
    """A command that failed."""


class VersionedCode:
    """The two commands."""

    __slots__ = ("_content", "_id", "_log")

    def __init__(
        self, code_id_command: str, code_content_command: str, log: Callable[[str, str], object]
    ) -> None:
        self._id = code_id_command
        self._content = code_content_command
        self._log = log

    def code_id(self, environment: str) -> str:
        """Return the code_id of an environment. Raises CodeError."""
        found = self._run(self._id, environment).decode("utf-8", "replace").rstrip("\r\n")
        if not _code_id.fullmatch(found):
            raise CodeError(_invalid_code_id(found))
        return found

    def content(self, environment: str, code_id: str, path: str) -> bytes:
        """Return a file as it was. Raises CodeError."""
        return self._run(self._content, environment, code_id, path)

    def _run(self, program: str, *arguments: str) -> bytes:
        command = Command(
            [program, *arguments], timeout=_SECONDS, errors=SEPARATE, limit=2 * _LARGEST
        )
        try:
            result = LocalMachine().commands.run(command)
        except OSError as error:
            raise CodeError(
                "Running script generated an error. "
                f"Command executed: '{program}', error generated: '{reason(error)}'"
            ) from None
        errors = result.errors.content.decode("utf-8", "replace").strip()
        if result.has_timed_out:
            raise CodeError(f"'{program}' did not end within {_SECONDS:.0f} seconds")
        if result.status != 0:
            raise CodeError(
                f"Non-zero exit code returned while running '{program}'. "
                f"exit-code: '{result.status}', stderr: '{errors[:1000]}'"
            )
        if result.output.size > _LARGEST:
            raise CodeError(f"'{program}' printed more than {_LARGEST} bytes")
        if errors:
            self._log(
                "err", f"Error output generated while running '{program}'. stderr: '{errors}'"
            )
        return result.output.content


def versioned_code(
    code_id_command: str | None,
    code_content_command: str | None,
    log: Callable[[str, str], object],
) -> VersionedCode | None:
    """Return the commands of the settings, or None without them. Raises InputError."""
    if not code_id_command and not code_content_command:
        return None
    if not code_id_command or not code_content_command:
        raise InputError(
            'Only one of "versioned-code.code-id-command" and '
            '"versioned-code.code-content-command" was set.',
            "a catalog that names a version needs a way to get files of that version",
            "set both or neither",
        )
    return VersionedCode(code_id_command, code_content_command, log)


def get_static_file_content(site: VersionedSite, request: Request) -> Answer:
    """Answer GET /puppet/v3/static_file_content/modules/M/files/PATH?environment=E&code_id=C."""
    environment, code_id = request.field("environment"), request.field("code_id")
    try:
        path = key_of(request, "static_file_content")
    except Refusal as refusal:
        if refusal.kind is None:
            raise
        path = ""
    if not environment or not code_id or not path:
        raise Refusal(
            400,
            "Error: A /static_file_content request requires an environment, a code-id, and a "
            "file-path",
            None,
        )
    if not _environment.fullmatch(environment):
        shown = environment[:200].encode("utf-8", "replace").decode()
        message = f"The environment must be purely alphanumeric, not '{shown}'"
        raise Refusal(400, message, None)
    if not _code_id.fullmatch(code_id):
        raise Refusal(400, _invalid_code_id(code_id), None)
    if not _path.fullmatch(path):
        raise Refusal(
            403,
            "Request Denied: A /static_file_content request must be a file within the files, lib, "
            "scripts, or tasks directory of a module.",
            None,
        )
    if site.versioned_code is None:
        raise Refusal(
            500,
            'Cannot retrieve code content because the "versioned-code.code-content-command" '
            "setting is not present in configuration.",
            None,
        )
    try:
        return Answer(site.versioned_code.content(environment, code_id, path), BYTES)
    except CodeError as error:
        raise Refusal(500, str(error), None) from None


def _invalid_code_id(text: str) -> str:
    shown = text[:200].encode("utf-8", "replace").decode()
    return (
        f"Invalid code-id '{shown}'. Must contain only alpha-numerics, dashes, underscores, "
        "semicolons, and colons"
    )
