"""Checks of a policy that need no evaluation: of one file, and of all files together."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.policy.policy import Policy
    from duckrow.cfengine.syntax.parsed import ParsedFile


def check_file(parsed: ParsedFile, text: str) -> None:
    """Judge the words of one file; complaints are added to it."""


def check_policy(policy: Policy) -> list[str]:
    """Judge all files together; gives complaints as they are to be printed."""
    return []
