"""The paths of a promiser: itself, or those that match it part by part."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.evaluation.variables.fill_in import evaluate
from duckrow.cfengine.evaluation.variables.match import matches_whole
from duckrow.cfengine.promises.files.task import Task, has_variables
from duckrow.cfengine.values.outcomes import SKIPPED
from duckrow.machine.this_process import user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

    KeepPath = Callable[[Context, ExpandedPromise, str], str]

_BUNDLES = ("edit_line", "edit_xml")
_SPECIAL = frozenset("*+[](){}?^$|.\\")


def keep_paths(context: Context, promise: ExpandedPromise, path: str, keep_path: KeepPath) -> str:
    """Keep a promise for each path of a promiser."""
    log = context.log
    if not is_path_pattern(context, path) or promise.text("pathtype") == "literal":
        log.verbose(f"Using literal pathtype for '{path}'")
        return keep_path(context, promise, path)
    log.verbose(f"Using regex pathtype for '{path}' (see pathtype)")
    parts = [part for part in path.split("/") if part]
    above = ""
    for number, part in enumerate(parts):
        if is_pattern(part):
            return _expand(context, promise, path, above, part, parts[number + 1 :], keep_path)
        above = f"{above}/{part}"
        _warn_about_owner(context, promise, path, above)
    log.verbose(f"Using file base path '{above}'")
    result = keep_path(context, promise, above)
    return worst_outcome(result, _keep_unmatched(context, promise, path, keep_path))


def _expand(
    context: Context,
    promise: ExpandedPromise,
    path: str,
    above: str,
    pattern: str,
    rest: list[str],
    keep_path: KeepPath,
) -> str:
    """Keep it for the matches of a pattern in a directory, or for the rest of the path below."""
    log = context.log
    task = Task(context, promise, path)
    try:
        names = task.names(above or "/")
    except OSError:
        log.verbose(f"Using best-effort expanded (but non-existent) file base path '{path}'")
        return keep_path(context, promise, path)
    result = SKIPPED
    has_any = False
    for name in names:
        if not matches_whole(context, pattern, name):
            continue
        has_any = True
        found = "/".join((above, name, *rest))
        if rest and found != path:
            result = worst_outcome(result, keep_paths(context, promise, found, keep_path))
            continue
        log.verbose(f"Using expanded file base path '{found}'")
        matches_whole(context, promise.promiser, found)
        result = worst_outcome(result, _keep_with_matches(context, promise, found, keep_path))
    if not has_any:
        result = worst_outcome(result, _keep_unmatched(context, promise, path, keep_path))
    return result


def _keep_with_matches(
    context: Context, promise: ExpandedPromise, path: str, keep_path: KeepPath
) -> str:
    """Keep it for a path, with $(match.…) expanded."""
    given = promise.attributes
    promise.attributes = {
        name: evaluate(context, value) if name not in _BUNDLES and has_variables(value) else value
        for name, value in given.items()
    }
    try:
        return keep_path(context, promise, path)
    finally:
        promise.attributes = given


def _keep_unmatched(
    context: Context, promise: ExpandedPromise, path: str, keep_path: KeepPath
) -> str:
    context.log.verbose(f"No promiser file objects matched as regular expression '{path}'")
    if promise.flag("create"):
        return keep_path(context, promise, promise.promiser)
    return SKIPPED


def _warn_about_owner(context: Context, promise: ExpandedPromise, path: str, above: str) -> None:
    task = Task(context, promise, path)
    facts = task.facts(above, follow=True)
    if facts is not None and facts.is_directory and facts.uid not in (0, user_id()):
        context.log.info(
            f"Directory '{above}' in search path '{path}' is controlled by another user (uid "
            f"{facts.uid}) - trusting its content is potentially risky (possible race condition)"
        )
        task.log_location("info")


def is_path_pattern(context: Context, path: str) -> bool:
    """Return whether a path is a pattern; groups must not contain a slash."""
    if _SPECIAL.isdisjoint(path) or not is_pattern(path):
        return False
    square = round_ = 0
    for letter in path:
        if letter == "[":
            square += 1
        elif letter == "]":
            square -= 1
        elif letter == "(":
            round_ += 1
        elif letter == ")":
            round_ -= 1
        elif letter == "/" and (square or round_):
            context.log.error(
                f"Path regular expression {path} seems to use expressions containing the "
                "directory symbol /"
            )
            context.log.error("Use a work-around to avoid pathological behaviour")
            return False
    return True


def is_pattern(text: str) -> bool:
    """Return whether a string is a pattern: it has repetitions or alternatives."""
    result = False
    can_repeat = False
    is_escaped = False
    in_bracket = False
    depth = 0
    for position, letter in enumerate(text):
        if is_escaped:
            is_escaped, can_repeat = False, True
        elif letter == "\\":
            is_escaped = True
        elif in_bracket and letter != "]":
            if letter == "[":
                return False
        elif letter == "^":
            can_repeat = position != 0
        elif letter in "*+":
            if not can_repeat:
                return False
            can_repeat, result = False, True
        elif letter == "[":
            can_repeat = in_bracket = result = True
        elif letter == "]":
            if not in_bracket:
                return False
            in_bracket, can_repeat = False, True
        elif letter == "(":
            can_repeat = False
            depth += 1
        elif letter == ")":
            can_repeat = True
            depth -= 1
            if depth < 0:
                return False
        elif letter == "|":
            can_repeat = False
            if depth:
                result = True
        else:
            can_repeat = True
    return result and not in_bracket and depth == 0 and not is_escaped
