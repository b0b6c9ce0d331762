"""Check a policy without evaluation: one file, and all files together."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from duckrow.cfengine.policy.errors import PolicyErrors
    from duckrow.cfengine.policy.policy import Policy
    from duckrow.cfengine.syntax.nodes import Block
    from duckrow.cfengine.syntax.parsed import ParsedFile


def read_file(
    text: str,
    file: str,
    warnings: Container[str] = ("deprecated", "removed"),
    warnings_as_errors: Container[str] = (),
    *,
    is_entry: bool = True,
) -> ParsedFile:
    """Read a file and check its words.

    In the entry file of a run, the bundle __main__ is `main`; in other files it is ignored.

    The quick check runs first. If it may have found an error, the exact reader decides.
    """
    from duckrow.cfengine.syntax.parsed import ParsedFile
    from duckrow.cfengine.syntax.parser import Unusual, parse_usual

    try:
        blocks = parse_usual(text)
    except Unusual:
        blocks = None
    parsed = None
    if blocks is not None:
        from duckrow.cfengine.policy.quick_check import have_no_errors

        if have_no_errors(blocks):
            parsed = ParsedFile(file, tuple(blocks))
    if parsed is None:
        from duckrow.cfengine.policy.vocabulary import PolicyVocabulary
        from duckrow.cfengine.syntax.diagnose import diagnose

        parsed = diagnose(text, file, PolicyVocabulary(), warnings, warnings_as_errors)
    if not parsed.is_broken:
        found = check_blocks(parsed.blocks, file, is_entry=is_entry)
        parsed.check_messages = found.early
        parsed.check_errors = found.found
    return parsed


def check_blocks(blocks: Iterable[Block], file: str, *, is_entry: bool = True) -> PolicyErrors:
    """Check the blocks of one file."""
    from duckrow.cfengine.policy.check_blocks import check_file_blocks
    from duckrow.cfengine.policy.policy import Policy

    policy = Policy()
    policy.add(blocks, file)
    bundles = policy.bundles
    if any(each.name == "__main__" for each in bundles):
        if is_entry:
            for each in bundles:
                each.name = "main" if each.name == "__main__" else each.name
        else:
            bundles = [each for each in bundles if each.name != "__main__"]
    return check_file_blocks(bundles, policy.bodies, file)


def check_policy(
    policy: Policy,
    last_file: str = "",
    *,
    is_run: bool = True,
    needs_comments: bool = False,
) -> list[str]:
    """Check all files together; return the errors as they are printed.

    A policy that is only checked may use bodies that do not exist.
    """
    from duckrow.cfengine.policy.check_names import check_all_blocks

    found = check_all_blocks(policy.bundles, policy.bodies, last_file)
    if not found and is_run:
        from duckrow.cfengine.policy.check_runnable import check_runnable

        found = check_runnable(
            policy.bundles, policy.bodies, last_file, needs_comments=needs_comments
        )
    return found
