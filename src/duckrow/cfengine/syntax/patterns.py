"""The tokens of a policy as regular expressions.

The reference takes the longest token at each offset. The fragments here are the tokens; the parser
and the scanner combine them, each in its own way.

Quantifiers are possessive where a token cannot end differently: invalid text is then rejected in
linear time.
"""

from __future__ import annotations

import re

_ALWAYS = frozenset("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _letter_or(signs: str) -> str:
    """Return the set of the characters of names, with some signs.

    Any byte above ASCII belongs to names; decoded text keeps them as characters or surrogates. The
    set is written as a negated one: a set that goes up to the last code point takes thirty times as
    long to compile.
    """
    is_other = [code < 128 and chr(code) not in _ALWAYS | set(signs) for code in range(129)]
    edges = [code for code in range(129) if is_other[code] != (code > 0 and is_other[code - 1])]
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return "[^" + "".join(f"\\x{start:02x}-\\x{end - 1:02x}" for start, end in pairs) + "]"


LETTER = _letter_or("")

# The length of the longest name that the reference stores.
LONGEST_NAME = 1023

# Blanks, line ends and comments.
SPACE = r"(?:[ \t\n]++|#[^\n]*+)*"

# [namespace:]name
IDENTIFIER = rf"{LETTER}++(?::{LETTER}++|(?!:{LETTER}))"

DOUBLE_QUOTED = r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*"'
SINGLE_QUOTED = r"'[^'\\]*+(?:\\[\s\S][^'\\]*+)*'"
BACK_QUOTED = r"`[^`]*+`"
QUOTED = rf"{DOUBLE_QUOTED}|{SINGLE_QUOTED}|{BACK_QUOTED}"

_NAME = _letter_or(".:")
_INDEXED = _letter_or(".:[]")
_INDEX = _letter_or("$(){}.:")
# $(name), @{name}, $(name[index]), $(name[$(index)]): a variable without quotes around it.
BARE_VARIABLE = (
    rf"[$@](?:\({_INDEXED}++\)|\{{{_INDEXED}++\}}"
    rf"|\({_NAME}++\[{_INDEX}++\]++\)|\{{{_NAME}++\[{_INDEX}++\]++\}})"
)

_GUARD_SIGN = _letter_or("\t .|&!():")
GUARD_SIGNS = rf"{_GUARD_SIGN}*+"
CLASS_GUARD = rf"{_letter_or('.|&!():')}{_GUARD_SIGN}*::"
QUOTED_GUARD = r"(?:\"[^\"\0]*+\"|'[^'\0]*+')::"
PROMISE_TYPE = r"[a-zA-Z_]++:"

KEYWORDS = frozenset(("bundle", "body", "promise"))

# A word, a blank and another word, without an operator between them.
UNJOINED = re.compile(r".*[_A-Za-z0-9][ \t]+[_A-Za-z0-9].*", re.DOTALL)
