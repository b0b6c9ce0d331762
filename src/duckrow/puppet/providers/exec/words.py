"""A command line becomes an argument vector: by a shell only where it needs one."""

from __future__ import annotations

# Characters that only a shell understands; the last two only in the first word.
_META = frozenset("*?{}[]<>()~&|\\$;'`\"\n#")
_META_FIRST = frozenset("=%")
_BUILT_IN = frozenset(
    "! . : break case continue do done elif else esac eval exec exit export fi for if in readonly "
    "return set shift then times trap unset until while".split()
)


def argv_of(command: str | list[str]) -> list[str]:
    """Return the argument vector for a command as a manifest has it."""
    if type(command) is list:
        return [str(word) for word in command]
    text = str(command)
    words = text.split()
    is_plain = words and words[0] not in _BUILT_IN and _META.isdisjoint(text)
    if is_plain and _META_FIRST.isdisjoint(words[0]):
        return words
    return ["/bin/sh", "-c", text]
