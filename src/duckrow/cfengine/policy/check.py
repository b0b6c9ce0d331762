"""Checks of a policy that need no evaluation: of one file, and of all files together."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from duckrow.cfengine.policy.policy import Policy
    from duckrow.cfengine.syntax.parsed import ParsedFile


def read_file(
    text: str,
    file: str,
    warnings: Container[str] = ("deprecated",),
    warnings_as_errors: Container[str] = (),
) -> ParsedFile:
    """Read the text of a file and judge its words.

    A file in which nothing can be wrong is looked at once, quickly. Any doubt goes to the exact
    reader, whose word counts.
    """
    from duckrow.cfengine.syntax.parsed import ParsedFile
    from duckrow.cfengine.syntax.parser import Unusual, parse_usual

    try:
        blocks = parse_usual(text)
    except Unusual:
        blocks = None
    if blocks is not None:
        from duckrow.cfengine.policy.check_quickly import are_fine

        if are_fine(blocks):
            return ParsedFile(file, tuple(blocks))
    from duckrow.cfengine.policy.check_words import Words
    from duckrow.cfengine.syntax.diagnose import diagnose

    return diagnose(text, file, Words(), warnings, warnings_as_errors)


def check_file(parsed: ParsedFile, text: str) -> None:
    """Judge the words of a file that was only read; complaints are added to it."""
    judged = read_file(text, parsed.file)
    parsed.blocks = judged.blocks
    parsed.complaints = judged.complaints
    parsed.fatal = judged.fatal


def check_policy(policy: Policy) -> list[str]:
    """Judge all files together; gives complaints as they are to be printed."""
    return []
