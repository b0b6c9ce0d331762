"""file_select: selects among the files that were found."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.expressions import read_expression
from duckrow.cfengine.evaluation.promises.ranges import read_range
from duckrow.cfengine.evaluation.variables.match import matches_any, matches_whole
from duckrow.cfengine.promises.files.programs import output_lines, run_line
from duckrow.cfengine.values.modes import read_mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_KINDS = {
    "file": ("reg", "plain"),
    "directory": ("dir",),
    "link": ("symlink",),
    "fifo": ("fifo",),
    "socket": ("socket",),
    "character device": ("char",),
    "block device": ("block",),
}
_TIMES = {"atime": "atime_ns", "ctime": "ctime_ns", "mtime": "mtime_ns"}
_SECOND = 1_000_000_000


def is_selected(task: Task, path: str, facts: FileFacts) -> bool:
    """Return whether a file is selected."""
    wanted = task.promise.text("file_result") or ""
    found = _properties(task, path, facts)
    is_one = _holds(task, wanted, found)
    task.context.log.verbose(
        f"file_select result '{wanted}' on '{path}' was '{'true' if is_one else 'false'}'"
    )
    return is_one


def _properties(task: Task, path: str, facts: FileFacts) -> set[str]:
    """Return the conditions that a file meets."""
    promise, context = task.promise, task.context
    found: set[str] = set()
    names = promise.items("leaf_name")
    if not names or matches_any(context, names, path.rpartition("/")[2]):
        found.add("leaf_name")
    paths = promise.items("path_name")
    if paths and matches_any(context, paths, path):
        found.add("path_name")
    kinds = _KINDS[facts.kind]
    if any(_holds(task, each, kinds) for each in promise.items("file_types")):
        found.add("file_types")
    owners = promise.items("search_owners")
    if not owners or _has_owner(task, owners, path, facts):
        found.add("owner")
    groups = promise.items("search_groups")
    if not groups or _has_group(task, groups, facts):
        found.add("group")
    if _has_mode(task, promise.items("search_mode"), facts):
        found.add("mode")
    for name, attribute in _TIMES.items():
        span = read_range(context, promise, name)
        if span is not None and span[0] < getattr(facts, attribute) // _SECOND < span[1]:
            found.add(name)
    span = read_range(context, promise, "search_size")
    if span is not None and span[0] <= facts.size <= span[1]:
        found.add("size")
    targets = promise.items("issymlinkto")
    if targets and facts.target is not None and matches_any(context, targets, facts.target):
        found.add("issymlinkto")
    program = promise.text("exec_program")
    if program is not None:
        _check_program(task, program, path, found)
    return found


def _holds(task: Task, wanted: str, words: Container[str]) -> bool:
    """Return whether an expression is true if only some words are true."""
    predicate = read_expression(wanted)
    if predicate is None:
        task.context.log.error(f"Syntax error in expression '{wanted}'")
        return False
    return predicate(words.__contains__)


def _has_owner(task: Task, wanted: list[str], path: str, facts: FileFacts) -> bool:
    number = str(facts.uid)
    user = task.context.machine.users.user_of(facts.uid)
    if user is None:
        task.context.log.error(f"Could not get user name for uid {number}, (getpwuid: not found)")
        task.context.log.error(f"Could not get owner name for '{path}'")
    return _is_named(task, wanted, number, None if user is None else user.name)


def _has_group(task: Task, wanted: list[str], facts: FileFacts) -> bool:
    group = task.context.machine.users.group_of(facts.gid)
    return _is_named(task, wanted, str(facts.gid), None if group is None else group.name)


def _is_named(task: Task, wanted: list[str], number: str, name: str | None) -> bool:
    context = task.context
    words = (number, "none" if name is None else name)
    return any(
        _holds(task, each, words)
        or (name is not None and matches_whole(context, each, name))
        or matches_whole(context, each, number)
        for each in wanted
    )


def _has_mode(task: Task, wanted: list[str], facts: FileFacts) -> bool:
    for each in wanted:
        change = read_mode(each, task.context.log.write)
        if change is None:
            task.context.log.error(f"Problem validating a mode string '{each}' in search filter")
        elif change.of(facts.mode) == facts.mode:
            return True
    return False


def _check_program(task: Task, program: str, path: str, found: set[str]) -> None:
    promise = task.promise
    line = program.replace("$(this.promiser)", path).replace("${this.promiser}", path)
    result = run_line(task.context, line)
    if result is None:
        return
    pattern = promise.text("exec_regex")
    if pattern is not None and any(
        matches_whole(task.context, pattern, each) for each in output_lines(result)
    ):
        found.add("exec_regex")
    if result.is_success:
        found.add("exec_program")
