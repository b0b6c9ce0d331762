"""Whether Ruby takes a pattern for a regular expression, and if not, why."""

from __future__ import annotations

import re

# Many patterns of real manifests: plain characters, simple escapes and classes, one quantifier
# after each, no groups. They need no reading.
_SURELY_FINE = re.compile(
    r"""(?:(?:[^\\()\[\]{}*+?|.^$]
          | \\[^0-9xcCMupPkg]
          | [.^$]
          | \[\^?(?:[A-Za-z0-9_ ./:,;@%=!~'"<>](?!-) | \\[dwshDWSH.\/](?!-) | a-z | A-Z | 0-9)++\]
        )(?:[*+?][+?]?)?+ | \|(?![*+?]))*+""",
    re.VERBOSE | re.DOTALL,
)


def fault(pattern: str) -> tuple[str, int] | None:
    """Give Ruby's message and the offset of the fault, or None when Ruby takes the pattern."""
    if pattern.isascii() and _SURELY_FINE.fullmatch(pattern):
        return None
    from duckrow.regexp.errors import PatternError
    from duckrow.regexp.escapes import rewrite
    from duckrow.regexp.parser import parse
    from duckrow.regexp.rules import complete

    try:
        rewritten = rewrite(pattern)
    except PatternError as wrong:
        return wrong.message, min(wrong.offset, len(pattern))
    try:
        complete(parse(rewritten.text))
    except PatternError as wrong:
        return wrong.message, rewritten.place(wrong.offset)
    return None
