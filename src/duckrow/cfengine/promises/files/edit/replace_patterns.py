"""replace_patterns: replaces the matches of a pattern."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.match import set_match
from duckrow.cfengine.promises.files.edit.region import Region
from duckrow.cfengine.promises.files.edit.step import Step
from duckrow.cfengine.values.outcomes import FAILED, INTERRUPTED, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.session import Session
    from duckrow.regexp.pcre.pattern import Pattern

_MOST = 20


def keep(session: Session, promise: ExpandedPromise) -> str:
    """Replace in every line, until the pattern no longer matches."""
    step = Step(session, promise)
    context = session.context
    promiser = promise.promiser
    context.log.verbose(f"Looking at pattern '{promiser}'")
    value = promise.text("replace_value")
    if value is None:
        return step.reject(
            FAILED, f"The promised pattern replace '{promiser}' has no replacement string"
        )
    region = Region(context, promise)
    if region.is_given and not region.find(step):
        return step.reject(
            INTERRUPTED,
            f"The promised pattern replace '{promiser}' could not select an edit region in "
            f"'{step.path}'",
        )
    if not step.is_first(f"replace-{promiser}-{step.path}"):
        return SKIPPED
    if not region.is_given:
        _replace(step, value, 0, len(session.lines))
    elif region.begin is not None:
        end = len(session.lines) if region.end is None else region.end
        _replace(step, value, region.begin, end)
    else:
        _replace(step, value, 0, 0)
    context.match = {}
    return step.finish("replace_patterns")


def _replace(step: Step, value: str, begin: int, end: int) -> None:
    promise = step.promise
    promiser = promise.promiser
    lines = step.session.lines
    log = step.context.log
    is_once = promise.text("occurrences") == "first"
    if is_once:
        log.warning("Setting replace-occurrences policy to 'first' is not convergent")
    is_anchored = promiser[:1] == "^" and promiser[-1:] == "$"
    is_found = False
    for number in range(begin, end):
        pattern = step.context.patterns.compile(promiser)
        before = lines[number]
        line, is_replaced = _replaced(step, pattern, before, value, is_once=is_once)
        is_found = is_found or is_replaced
        if pattern is None and not is_anchored:
            step.context.patterns.compile(promiser)  # the reference logs the error a second time
        # A pattern that matches the empty string would never be done.
        still = pattern is not None and (is_replaced or not is_anchored) and pattern.matches(line)
        if still and not is_anchored:
            step.interrupted(
                f"Promised replacement '{line}' on line '{before}' for pattern '{promiser}' is not "
                f"convergent while editing '{step.path}' (regular expression matches the "
                "replacement string)"
            )
            step.log_location("error")
            break
        if not step.may_change(f"replace pattern '{promiser}' in '{step.path}'"):
            continue
        if not is_replaced:
            continue
        step.session.put(number, line)
        step.changed(f"Replaced pattern '{promiser}' in '{step.path}'")
        if is_once:
            break
        if still:
            step.interrupted(
                f"Promised replacement '{line}' for pattern '{promiser}' is not properly "
                f"convergent while editing '{step.path}' (pattern still matches the end-state "
                f"replacement string '{line}', consider use of a negative look ahead)"
            )
            step.log_location("info")
    if not is_found:
        step.kept(f"No match for pattern '{promiser}' in '{step.path}'")


def _replaced(
    step: Step, pattern: Pattern | None, line: str, value: str, *, is_once: bool
) -> tuple[str, bool]:
    """Return a line with the replacements made, and whether there were any."""
    if pattern is None:
        return line, False
    context = step.context
    namespace = step.promise.bundle.namespace
    is_replaced = False
    matched = 0
    count = 1
    while True:
        found = pattern.search(line)
        if found is None or matched == len(line):
            # A match of the whole line that is replaced by itself is done.
            break
        if count > _MOST:
            context.log.verbose("Too many replacements on this line")
            break
        count += 1
        start, end = found.start(), found.end()
        matched = end - start
        set_match(context, found)
        line = line[:start] + context.expand(value, namespace) + line[end:]
        is_replaced = True
        if is_once:
            break
    return line, is_replaced
