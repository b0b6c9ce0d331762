"""From the source text of a CFEngine policy to the nodes in `nodes.py`.

`parser.py` is fast and reads correct policies. `diagnose.py` reads everything else with the
reference's own grammar, and reports errors in the reference's words.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.syntax.parsed import ParsedFile


def parse(text: str, file: str) -> ParsedFile:
    """Parse the source text of a file; check its syntax only, not the meaning of its words."""
    from duckrow.cfengine.syntax.parsed import ParsedFile
    from duckrow.cfengine.syntax.parser import Unusual, parse_usual

    try:
        return ParsedFile(file, tuple(parse_usual(text)))
    except Unusual:
        from duckrow.cfengine.syntax.diagnose import diagnose

        return diagnose(text, file)
