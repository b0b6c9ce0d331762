"""Sets of characters that several functions need."""

from __future__ import annotations

BLANKS = "\0\t\n\v\f\r "
SPECIAL = frozenset(".^$*+?()[]{}|\\#")
