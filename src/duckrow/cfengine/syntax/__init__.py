"""CFEngine policy text to plain tuples: fast where all is well, exact where it is not.

`parser.py` reads what is right. Whatever it does not take goes to `diagnose.py`, which reads with
the reference's own grammar and says what is wrong in the reference's words.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.syntax.parsed import ParsedFile


def parse(text: str, file: str) -> ParsedFile:
    """Read the text of a file; its form is judged, not what its words mean."""
    from duckrow.cfengine.syntax.parsed import ParsedFile
    from duckrow.cfengine.syntax.parser import Unusual, parse_usual

    try:
        return ParsedFile(file, tuple(parse_usual(text)))
    except Unusual:
        from duckrow.cfengine.syntax.diagnose import diagnose

        return diagnose(text, file)
