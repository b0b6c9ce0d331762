"""--explain: print the steps of a run with their reasons, as text or as JSON.

The text omits repetitions: promises that were kept in an earlier pass, and unchanged variables and
classes. JSON has every step.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.recorder import DEFINITIONS, EDITS
from duckrow.cfengine.evaluation.promises.expand import DEFINED
from duckrow.cfengine.evaluation.promises.locks import DONE
from duckrow.cfengine.evaluation.variables.keep_vars import HAS_VALUE
from duckrow.cfengine.values.outcomes import SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.messages.recorder import Step

_SHORT = 60


def explanation(steps: list[Step], form: str) -> str:
    """Return the explanation of a run; edits are part of the promise about their file."""
    steps = [each for each in steps if each.bundle.kind not in EDITS]
    if form == "json":
        from duckrow.cfengine.values.json_text import pretty

        return pretty([_data_of(step) for step in steps])
    return "\n".join(_lines(steps))


def _lines(steps: list[Step]) -> Iterator[str]:
    # What was printed for the bundle call at each depth.
    printed: list[_Printed] = [_Printed()]
    heading: tuple[object, ...] = ()
    for step in steps:
        if not step.type:
            yield "    " * step.depth + f"bundle {step.bundle.qualified_name}: {step.why}"
            printed[step.depth + 1 :] = [_Printed()]
            heading = ()
            continue
        known = printed[step.depth]
        if not _is_new(step, known):
            continue
        indent = "    " * max(step.depth, 1)
        above = (step.depth, step.bundle, step.pass_number)
        if above != heading:
            heading = above
            again = ", continued" if above in known.headings else ""
            known.headings.add(above)
            yield (indent[2:] if step.depth else "") + _heading(step) + again
        yield f"{indent}{_line(step)}"


class _Printed:
    __slots__ = ("headings", "skipped")

    def __init__(self) -> None:
        self.headings: set[tuple[object, ...]] = set()
        self.skipped: set[tuple[object, ...]] = set()


def _heading(step: Step) -> str:
    if step.pass_number:
        return f"pass {step.pass_number}"
    if step.depth:
        return "variables once more"
    return f"before all bundles: {step.bundle.kind} {step.bundle.qualified_name}"


def _is_new(step: Step, known: _Printed) -> bool:
    """Return whether a step adds something to the lines of earlier passes."""
    if step.makes:
        return True
    if step.why in (DONE, DEFINED, HAS_VALUE) or (step.type in DEFINITIONS and not step.why):
        return False
    if step.outcome != SKIPPED:
        return True
    key = (step.line, step.promiser, step.why)
    if key in known.skipped:
        return False
    known.skipped.add(key)
    return True


def _line(step: Step) -> str:
    place = f"{step.file.rpartition('/')[2]}:{step.line}"
    promiser = step.promiser.partition("\n")[0]
    if len(promiser) > _SHORT or promiser != step.promiser:
        promiser = f"{promiser[:_SHORT]}..."
    text = f'{place} {step.type} "{promiser}": {step.outcome or "not finished"}'
    if step.why:
        text += f", since {step.why}"
    if step.makes:
        text += f"; defines {', '.join(step.makes)}"
    return text


def _data_of(step: Step) -> dict[str, Any]:
    found: dict[str, Any] = {
        "bundle": step.bundle.qualified_name,
        "depth": step.depth,
        "file": step.file,
        "line": step.line,
        "why": step.why,
    }
    if step.type:
        found |= {
            "pass": step.pass_number,
            "type": step.type,
            "promiser": step.promiser,
            "outcome": step.outcome,
            "makes": list(step.makes),
        }
    return found
