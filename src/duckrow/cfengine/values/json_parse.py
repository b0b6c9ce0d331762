r"""Read JSON as cf-agent does.

cf-agent is lenient: keys need no quotes, commas may be missing in lists and may trail, and text
after the value is ignored. It unescapes strings twice and keys once, and leaves \uXXXX unchanged. A
key that occurs again moves to the end. `duckrow.data.json` is the reader for Puppet: it follows
Ruby's JSON library, which is strict and has other errors.

`json_fast.py` reads plain JSON with the standard library, `json_reader.py` everything else. They
are imported when the first text is read: most runs read no JSON.
"""

from __future__ import annotations

import re
from functools import cache

from duckrow.cfengine.values.json_text import copied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.values.json_reader import Lookup
    from duckrow.cfengine.values.rvals import Json


@cache
def _unusual() -> re.Pattern[str]:
    """Match escapes that leave a backslash: the reference reads them differently."""
    return re.compile(r'\\[^"/bfnrt]')


@cache
def _long_number() -> re.Pattern[str]:
    """Match digits that may be an integer of more than 32 bits."""
    return re.compile(r"[0-9]{10}|[0-9][eE]")


def check(text: str) -> Json:
    """Return the value of JSON text without converting its numbers. Raise JsonError."""
    return parse(text, lambda _name: None)


def parse(text: str, lookup: Lookup | None = None) -> Json:
    """Return the JSON value at the start of a text. Raise JsonError.

    `lookup` returns the value of a variable that is named instead of a value. It is passed for JSON
    text in the arguments of a call; numbers then stay unchanged.
    """
    is_exact = lookup is not None
    if "\0" not in text and ("\\" not in text or not _unusual().search(text)):
        from duckrow.cfengine.values.json_fast import parse_plain

        try:
            value = parse_plain(text, is_exact=is_exact)
        except ValueError:
            pass
        else:
            return value if is_exact or not _long_number().search(text) else copied(value)
    from duckrow.cfengine.values.json_reader import Reader

    return Reader(text, lookup).read()
