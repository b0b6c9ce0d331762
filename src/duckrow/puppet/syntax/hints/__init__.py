"""Why a text was refused, and what to try instead.

What was refused, and where, is said in the reference's words. Here the tokens around the place are
looked at once more for the slips that people make. A rule is a small function that recognises one
slip from the refused token and its neighbours; it gives why the text is refused and what to try,
either of which may be empty, or None when it sees another case. The first rule to speak is heard.
Nothing of this runs unless a text is refused.
"""

from duckrow.puppet.syntax.hints.explain import explain

__all__ = ["explain"]
