"""The lines of a manifest or template that could run."""

from __future__ import annotations

import marshal
from itertools import islice
from opcode import opmap

from duckrow.puppet.compiler.translate import translate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType


def runnable_lines(data: bytes, file: str) -> set[int]:
    """Return the lines of a file that compiled code names; an invalid one raises SourceError."""
    packed = translate(data, file, None, file.endswith(".epp"), "off", False, (), None)
    code, _labels, _warnings = marshal.loads(packed)  # noqa: S302  (made a line above)
    found: set[int] = set().union(*(_lines(constant) for constant in code.co_consts))
    if file.endswith(".pp"):  # code of no line has that of a comment or bracket beside it
        texts = data.split(b"\n")
        found = {line for line in found if texts[line - 1].split(b"#")[0].strip(b" \t\r{}()[],")}
    return found


def _lines(value: object) -> set[int]:
    """Return the lines of a function and of those inside it."""
    if not hasattr(value, "co_lines"):
        return set()
    code: CodeType = value  # type: ignore[assignment]
    # A function begins with instructions of the line where it is defined: running them is not
    # running the body, which may be on the same line.
    body = code.co_code[::2].index(opmap["RESUME"]) + 1
    found = {line for line, *_ in islice(code.co_positions(), body, None) if line}
    return found.union(*(_lines(constant) for constant in code.co_consts))
