"""Run policies on a machine in memory."""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.run import run_bundle
from duckrow.cfengine.evaluation.context import Context
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.evaluation.variables.agent_variables import AgentVariables
from duckrow.cfengine.functions.table import find
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.promises.table import keep
from duckrow.cfengine.syntax import parse
from duckrow.machine.machine import Machine
from duckrow.machine.memory import MemoryMachine

OUTCOME = """
body classes outcome(name)
{
  promise_kept => { "kept_$(name)" };
  promise_repaired => { "repaired_$(name)" };
  repair_failed => { "failed_$(name)" };
  repair_denied => { "denied_$(name)" };
  repair_timeout => { "timeout_$(name)" };
}
body action warn { action_policy => "warn"; }
"""


class Ran:
    """The result of a policy; `said` are the lines of the log."""

    def __init__(self, context: Context, said: list[str]) -> None:
        self.context = context
        self.said = said

    @property
    def classes(self) -> list[str]:
        """Return the sorted outcome classes."""
        starts = ("kept_", "repaired_", "failed_", "denied_", "timeout_")
        return sorted(
            each.name for each in self.context.classes.all() if each.name.startswith(starts)
        )


def run(
    text: str, machine: Machine | None = None, *, level: str = "info", dry: bool = False
) -> Ran:
    """Run the promises of `bundle agent main { … }`, and whatever else the text contains."""
    policy = Policy()
    policy.add(parse(text + OUTCOME, "policy.cf").blocks, "policy.cf")
    options = Options()
    options.ignores_locks = True
    options.is_dry_run = dry
    options.work_directory = "/work"
    said: list[str] = []
    log = Log(level, lambda line: said.append(line.rstrip("\n")))
    context = Context(machine or MemoryMachine(), policy, options, log, AgentVariables())
    context.keep = keep
    context.find_function = find
    bundle = policy.bundle("agent", "main")
    assert bundle is not None
    run_bundle(context, bundle)
    return Ran(context, said)
