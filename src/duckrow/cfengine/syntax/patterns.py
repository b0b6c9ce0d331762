"""The words of policy text as regular expressions.

The reference takes the longest word at each place, whatever could stand there. The fragments here
are the words; the parser and the scanner put them together, each in its own way.

Quantifiers are possessive where a word cannot end differently: broken text is then refused in
linear time.
"""

from __future__ import annotations

import re

_ALWAYS = frozenset("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _letter_or(signs: str) -> str:
    """Give the set of what names are made of, with some signs.

    Any byte above ASCII belongs to names; decoded text keeps them as characters or surrogates. It
    is written by what is not in it: a set that goes up to the last letter there is takes thirty
    times as long to compile.
    """
    is_other = [code < 128 and chr(code) not in _ALWAYS | set(signs) for code in range(129)]
    edges = [code for code in range(129) if is_other[code] != (code > 0 and is_other[code - 1])]
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return "[^" + "".join(f"\\x{start:02x}-\\x{end - 1:02x}" for start, end in pairs) + "]"


LETTER = _letter_or("")

# The longest name the reference keeps.
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

# A word before a space and a word after it, with nothing between that joins them.
UNJOINED = re.compile(r".*[_A-Za-z0-9][ \t]+[_A-Za-z0-9].*", re.DOTALL)
