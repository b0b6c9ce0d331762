"""What the agent finds out about its host: hard classes, and the variables of sys."""

from __future__ import annotations

import os

from duckrow.cfengine.evaluation.specials import Finder
from duckrow.cfengine.evaluation.variables import Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.machine import Machine


class HostFinder(Finder):
    """Finds the variables of sys out when they are asked for."""

    __slots__ = ("_machine", "_options")

    def __init__(self, machine: Machine, options: Options) -> None:
        self._machine = machine
        self._options = options

    def find(self, scope: str, name: str) -> Variable | None:
        if scope != "sys":
            return None
        options = self._options
        found = {
            "workdir": options.work_directory,
            "inputdir": options.input_directory,
            "masterdir": f"{options.work_directory}/masterfiles",
            "bindir": f"{options.work_directory}/bin",
            "statedir": f"{options.work_directory}/state",
            "logdir": f"{options.work_directory}/log",
            "policy_entry_filename": options.entry_point,
            "cf_version": "3.21.0",
            "os": os.uname().sysname.lower(),
            "host": os.uname().nodename,
            "uqhost": os.uname().nodename.partition(".")[0],
            "fqhost": os.uname().nodename,
            "arch": os.uname().machine,
            "class": os.uname().sysname.lower(),
            "cf_agent": f'"{options.work_directory}/bin/cf-agent"',
            "cf_promises": f'"{options.work_directory}/bin/cf-promises"',
        }.get(name)
        return None if found is None else Variable(found)

    def names(self, scope: str) -> Iterable[str]:
        return ()


def discover(context: Context) -> None:
    """Define the hard classes."""
    for name in (
        "any",
        "agent",
        "cfengine",
        "cfengine_3",
        "cfengine_3_21",
        "cfengine_3_21_0",
        "linux",
        "debian",
        "feature",
        "community_edition",
        "have_aptitude",
    ):
        context.classes.add_hard(name, "source=agent")
