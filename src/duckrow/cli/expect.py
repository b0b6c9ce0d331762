"""What a command needs before it starts: a subcommand, and packages of an extra."""

from __future__ import annotations

from duckrow.cli.options import UsageError, nearest
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.options import Arguments


def expect_subcommand(arguments: Arguments, known: Sequence[str]) -> tuple[str, list[str]]:
    """Return the subcommand and the words after it."""
    action, *rest = arguments.words or [""]
    if action not in known:
        wrong = f"there is no subcommand {action}; " if action else ""
        raise UsageError(f"{wrong}give a subcommand: {', '.join(known)}{nearest(action, known)}")
    return action, rest


def expect_packages(command: str, extra: str, *, for_web: bool = False) -> None:
    """Raise an error that says what to install if a package of the extra is missing."""
    try:
        __import__("cryptography")
        if for_web:
            __import__("aiohttp")
    except ImportError as error:
        what = f"duckrow {command} needs the package {error.name}"
        raise InputError(what, hint=f"pip install 'duckrow[{extra}]'") from None
