"""Check whether Ruby accepts a pattern as a regular expression."""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

# Many patterns of real manifests: plain characters, simple escapes and classes, one quantifier
# after each, no groups. They need no parsing. No possessive quantifiers: around a group that may
# fail halfway, Python before 3.11.5 continues from where it failed.
_SURELY_FINE = LazyPattern(r"""(?xs)(?:(?:[^\\()\[\]{}*+?|.^$]
          | \\[^0-9xcCMupPkg]
          | [.^$]
          | \[\^?(?:[A-Za-z0-9_ ./:,;@%=!~'"<>](?!-) | \\[dwshDWSH.\/](?!-) | a-z | A-Z | 0-9)+\]
        )(?:[*+?][+?]?)? | \|(?![*+?]))*""")


def fault(pattern: str) -> tuple[str, int] | None:
    """Return Ruby's message and the offset of the error, or None if the pattern is valid."""
    if pattern.isascii() and _SURELY_FINE.fullmatch(pattern):
        return None
    from duckrow.regexp.errors import PatternError
    from duckrow.regexp.escapes import rewrite
    from duckrow.regexp.parser import parse
    from duckrow.regexp.rules import complete

    try:
        rewritten = rewrite(pattern)
    except PatternError as error:
        return error.message, min(error.offset, len(pattern))
    try:
        complete(parse(rewritten.text))
    except PatternError as error:
        return error.message, rewritten.source_offset(error.offset)
    return None
