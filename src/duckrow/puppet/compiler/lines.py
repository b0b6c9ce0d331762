"""The lines of a manifest or template that could run."""

from __future__ import annotations

import marshal

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
    # The first line of a function is where it is defined: running it is not running the body.
    found = {line for start, _end, line in code.co_lines() if line and start > 0}
    return found.union(*(_lines(constant) for constant in code.co_consts))
