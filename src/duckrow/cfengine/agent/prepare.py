"""What a run and a check begin with: the context, classes, persistent state, augments.

A check imports this and not the run: the promises of many policies need no evaluation then.
"""

from __future__ import annotations

import os.path

from duckrow.cfengine.agent.discovery import HostFinder, discover, jq_variable
from duckrow.cfengine.evaluation.context import Context
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.variables.agent_variables import AgentVariables
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.promises.table import keep
from duckrow.machine.paths import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.machine import Machine
    from duckrow.source.errors import InputError

    Function = Callable[[Context, list[Any]], Any]


def make_context(options: Options, log: Log, component: str = "agent") -> Context:
    """Make the context of a run; the component is agent, or common to check a policy."""
    options.component = component
    finder = HostFinder(options, log)
    context = Context(_make_machine(options, log), Policy(), options, log, AgentVariables(finder))
    discover(context, finder, component)
    context.variables.put("default", "def", "jq", jq_variable())
    context.keep = keep
    context.find_function = lambda name: _find_first(context, name)
    return context


def _find_first(context: Context, name: str) -> Function:
    """Find the first function of a run: one without functions does not load the table of them."""
    from duckrow.cfengine.functions.table import LoadedFunctions

    find = context.find_function = LoadedFunctions().find
    return find(name)


def _make_machine(options: Options, log: Log) -> Machine:
    if options.is_simulating:
        from duckrow.cfengine.agent.simulate import make_machine

        return make_machine(options, log)
    from duckrow.machine.files.durability import MANY
    from duckrow.machine.local import LocalMachine

    # Syncing each of thousands of small files would take many times as long.
    return LocalMachine(durability=MANY)


def prepare(context: Context, given: Mapping[str, list[str]]) -> None:
    """Define classes from the command line and persistent ones, read host data and augments."""
    from duckrow.cfengine.evaluation.state import State

    if context.log.level >= VERBOSE:
        from duckrow.cfengine.agent.verbose import log_start

        log_start(context)
    for name in split_names(given.get("define", [])):
        context.set_class(name, "namespace", ("source=environment",))
    context.state = State(context.options.work_directory, context.log)
    context.state.load_classes(context, set(split_names(given.get("negate", []))))
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.agent.verbose import log_policy_server

        log_policy_server(context)
    _load_augments(context, prefers="ignore-preferred-augments" not in given)


def _load_augments(context: Context, *, prefers: bool) -> None:
    """Read the data of this host and the augments of the policy, if they exist."""
    options = context.options
    directory = os.path.dirname(options.entry_point) or "."
    if not prefers:
        name, tags = "ignore_preferred_augments", ("source=command_line_option", "hardclass")
        context.classes.add_hard(name, *tags)
    for path in (
        f"{options.work_directory}/data/host_specific.json",
        *([f"{directory}/def_preferred.json"] if prefers else []),
        f"{directory}/def.json",
    ):
        if exists(path) or context.log.wants("verbose"):
            from duckrow.cfengine.agent.augments import load_augments

            load_augments(context, directory, prefers=prefers)
            return


def log_input_error(log: Log, error: InputError) -> None:
    """Log an invalid file with the reason and a hint."""
    log.error(str(error))
    for word, text in (("why", error.why), ("try", error.hint)):
        if text:
            log.error(f"{word}: {text}")


def split_names(values: list[str]) -> list[str]:
    """Return the names in values of an option, which commas or spaces separate."""
    return [name for value in values for name in value.replace(" ", ",").split(",") if name]
