"""Apply the settings in `body agent control` that concern the whole run.

Promise types read their own settings (editfilesize, files_single_copy and so on) where they use
them.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.aborts import check_defined
from duckrow.cfengine.evaluation.control import control_list, is_true
from duckrow.cfengine.evaluation.messages.log import LEVELS
from duckrow.cfengine.values.numbers import read_integer
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.machine.paths import absolute
from duckrow.machine.this_process import environment, user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

# The only list that may be empty.
_MAY_BE_EMPTY = "files_single_copy"
_MOST_CHILDREN = 10


def apply_agent_control(context: Context) -> None:
    """Apply the attributes of the control body in their order."""
    given = context.control.get("agent")
    if not given:
        return
    for name, value in given.items():
        if value in ([], ["cf_null"]) and name != _MAY_BE_EMPTY:
            context.log.error(
                f"Empty list is not a valid value for '{name}' attribute in agent control body"
            )
            continue
        apply = _WORDS.get(name)
        if apply is not None:
            apply(context, name, value)


def _set_number(context: Context, name: str, value: object) -> None:
    number = read_integer(value, context.log.write) if isinstance(value, str) else None
    if number is None:
        return
    context.log.verbose(f"Setting {name} to {number}")
    setattr(context.options, "if_elapsed" if name == "ifelapsed" else "expire_after", number)


def _set_dry_run(context: Context, _name: str, value: object) -> None:
    # The policy cannot turn off a dry run that the command line asked for.
    context.options.is_dry_run |= is_true(value)
    context.log.verbose(f"Setting dryrun to {int(is_true(value))}")


def _set_level(context: Context, name: str, value: object) -> None:
    log = context.log
    wanted, below = (4, 3) if name == "inform" else (5, 4)
    if is_true(value):
        log.level = max(log.level, wanted)
    elif log.level >= wanted:
        log.level = below
    word = next(level for level, number in LEVELS.items() if number == log.level)
    is_on = "true" if is_true(value) else "false"
    log.verbose(f"body agent control, {name} => '{is_on}', sets new log level to '{word}'")


def _add_classes(context: Context, name: str, _value: object) -> None:
    context.log.verbose("Add classes ...")
    for each in control_list(context, "agent", name) or ():
        context.log.verbose(f"... {each}")
        context.set_class(each, "namespace", ("source=environment",))


def _set_aborts(context: Context, name: str, _value: object) -> None:
    patterns = [(each, "any") for each in control_list(context, "agent", name) or ()]
    if name == "abortbundleclasses":
        context.log.verbose("Setting abort bundle classes from ...")
        context.abort_bundle_patterns = patterns
        return
    context.log.verbose("Setting abort classes from ...")
    for each in patterns:
        context.abort_patterns.append(each)
        check_defined(context)


def _set_environment(context: Context, name: str, _value: object) -> None:
    context.log.verbose("Setting environment variables from ...")
    for each in control_list(context, "agent", name) or ():
        variable, equals, text = str(each).partition("=")
        if equals and variable:
            environment()[variable] = text


def _set_library_path(context: Context, _name: str, value: object) -> None:
    context.log.verbose(f"Setting 'LD_LIBRARY_PATH={value}'")
    environment()["LD_LIBRARY_PATH"] = str(value)


def _check_access(context: Context, name: str, _value: object) -> None:
    """Check that the user may run the agent, or else that an authorized user owns the policy."""
    users = context.machine.users
    allowed = {users.uid(str(each)) for each in control_list(context, "agent", name) or ()}
    if user_id() in allowed:
        return
    for path in context.policy.files:
        facts = context.machine.files.facts(absolute(path), follow=True)
        if facts is None or facts.uid not in allowed:
            context.log.error(
                f"File '{path}' is not owned by an authorized user (security exception)"
            )
            raise Aborted
    context.log.error("You are denied access to run this policy")
    raise Aborted


def _check_children(context: Context, name: str, value: object) -> None:
    number = read_integer(value, context.log.write) if isinstance(value, str) else None
    context.log.verbose(f"Setting {name} to {number}")
    if number is not None and number > _MOST_CHILDREN:
        context.log.error(
            f"Silly value for max_children in agent control promise ({number} > {_MOST_CHILDREN})"
        )


_WORDS = {
    "ifelapsed": _set_number,
    "expireafter": _set_number,
    "dryrun": _set_dry_run,
    "inform": _set_level,
    "verbose": _set_level,
    "addclasses": _add_classes,
    "abortclasses": _set_aborts,
    "abortbundleclasses": _set_aborts,
    "environment": _set_environment,
    "childlibpath": _set_library_path,
    "agentaccess": _check_access,
    "max_children": _check_children,
}
