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
    warnings: Container[str] = ("deprecated", "removed"),
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
    parsed = None
    if blocks is not None:
        from duckrow.cfengine.policy.check_quickly import are_fine

        if are_fine(blocks):
            parsed = ParsedFile(file, tuple(blocks))
    if parsed is None:
        from duckrow.cfengine.policy.check_words import Words
        from duckrow.cfengine.syntax.diagnose import diagnose

        parsed = diagnose(text, file, Words(), warnings, warnings_as_errors)
    if not parsed.is_broken:
        parsed.faults = check_blocks(parsed)
    return parsed


def check_blocks(parsed: ParsedFile) -> list[str]:
    """Judge the blocks of one file, as lines to be printed."""
    from duckrow.cfengine.policy.check_blocks import check_file_blocks
    from duckrow.cfengine.policy.policy import Policy

    policy = Policy()
    policy.add(parsed.blocks, parsed.file)
    return check_file_blocks(policy.bundles, policy.bodies, parsed.file)


def check_policy(
    policy: Policy,
    last_file: str = "",
    *,
    is_run: bool = True,
    needs_comments: bool = False,
) -> list[str]:
    """Judge all files together; gives complaints as they are to be printed.

    A policy that is not to be run may use bodies that are not there.
    """
    from duckrow.cfengine.policy import check_blocks

    found = check_blocks.check_all_blocks(policy.bundles, policy.bodies, last_file)
    if not found and is_run:
        found = check_blocks.check_runnable(
            policy.bundles, policy.bodies, last_file, needs_comments=needs_comments
        )
    return found
