"""What is run when a policy cannot be: failsafe.cf, if somebody has put one among the inputs.

Nothing is run in its place when there is none, nor when somebody sits at a terminal and can see
what is wrong. The exit code tells of the broken policy whatever the other one does.
"""

from __future__ import annotations

from duckrow.machine.paths import is_file, real_path
from duckrow.machine.this_process import is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options


def run_failsafe(options: Options, log: Log, given: Mapping[str, list[str]]) -> None:
    """Run failsafe.cf instead of a policy that is broken."""
    path = f"{options.input_directory}/failsafe.cf"
    if not is_file(path) or real_path(path) == real_path(options.entry_point):
        return
    if any(map(is_terminal, range(3))):
        log.error(
            "Failsafe condition triggered. Interactive session detected, skipping failsafe.cf "
            "execution."
        )
        return
    log.error(
        "CFEngine was not able to get confirmation of promises from cf-promises, so going to "
        "failsafe"
    )
    log.error(f"CFEngine failsafe.cf: {options.input_directory} {path}")
    from duckrow.cfengine.agent.command import make_options
    from duckrow.cfengine.agent.run import run

    kept = {name: values for name, values in given.items() if name not in ("bundlesequence",)}
    other = make_options({**kept, "file": [path], "define": _defined(given)}, [])
    if not isinstance(other, str):
        run(other, log, {**kept, "define": _defined(given)}, is_drop_in=True)


def _defined(given: Mapping[str, list[str]]) -> list[str]:
    return [*given.get("define", []), "failsafe_fallback"]
