"""Which patterns mean nothing but their own text, and need no regular expression."""

SPECIAL = frozenset(".^$*+?()[]{}|\\#")
