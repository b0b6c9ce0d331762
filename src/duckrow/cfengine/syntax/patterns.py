"""The words of policy text as regular expressions.

The reference takes the longest word at each place, whatever could stand there. The fragments here
are the words; the parser and the scanner put them together, each in its own way.

Quantifiers are possessive where a word cannot end differently: broken text is then refused in
linear time.
"""

from __future__ import annotations

import re

# Any byte above ASCII belongs to names; decoded text keeps them as characters or surrogates.
LETTER = r"[a-zA-Z0-9_\x80-\U0010ffff]"

# The longest name the reference keeps.
LONGEST_NAME = 1023

# Blanks, line ends and comments.
SPACE = r"(?:[ \t\n]++|#[^\n]*+)*+"

# [namespace:]name
IDENTIFIER = rf"{LETTER}++(?::{LETTER}++)?+"

DOUBLE_QUOTED = r'"(?:[^"\\]++|\\[\s\S])*+"'
SINGLE_QUOTED = r"'(?:[^'\\]++|\\[\s\S])*+'"
BACK_QUOTED = r"`[^`]*+`"
QUOTED = rf"{DOUBLE_QUOTED}|{SINGLE_QUOTED}|{BACK_QUOTED}"

_NAME = r"[a-zA-Z0-9_\x80-\U0010ffff.:]"
_INDEXED = r"[a-zA-Z0-9_\x80-\U0010ffff.:\[\]]"
_INDEX = r"[a-zA-Z0-9_$(){}\x80-\U0010ffff.:]"
# $(name), @{name}, $(name[index]), $(name[$(index)]): a variable without quotes around it.
BARE_VARIABLE = (
    rf"[$@](?:\({_INDEXED}++\)|\{{{_INDEXED}++\}}"
    rf"|\({_NAME}++\[{_INDEX}++\]++\)|\{{{_NAME}++\[{_INDEX}++\]++\}})"
)

GUARD_SIGNS = r"[\t .|&!()a-zA-Z0-9_\x80-\U0010ffff:]*+"
CLASS_GUARD = r"[.|&!()a-zA-Z0-9_\x80-\U0010ffff:][\t .|&!()a-zA-Z0-9_\x80-\U0010ffff:]*::"
QUOTED_GUARD = r"(?:\"[^\"\0]*+\"|'[^'\0]*+')::"
PROMISE_TYPE = r"[a-zA-Z_]++:"

KEYWORDS = frozenset(("bundle", "body", "promise"))

# A word before a space and a word after it, with nothing between that joins them.
UNJOINED = re.compile(r".*[_A-Za-z0-9][ \t]+[_A-Za-z0-9].*", re.DOTALL)
