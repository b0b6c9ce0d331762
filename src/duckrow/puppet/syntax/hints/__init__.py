"""Hints for syntax errors: why a text is invalid, and what to try.

The message and location of an error are the reference's. The rules here look at the tokens around
the location for common mistakes. A rule is a small function that recognizes one mistake from the
rejected token and its neighbours; it returns why the text is invalid and what to try, either of
which may be empty, or None. The first rule that returns a result wins. The rules run only after a
syntax error.
"""

from duckrow.puppet.syntax.hints.explain import explain

__all__ = ["explain"]
