"""The policy that replaces a broken one: failsafe.cf, if it is among the inputs.

It does not run in an interactive session, whose user sees the errors. The exit code reports the
broken policy, whatever failsafe.cf does.
"""

from __future__ import annotations

from duckrow.cfengine.agent.make_options import make_options
from duckrow.machine.paths import is_file, real_path
from duckrow.machine.this_process import is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options


def find_failsafe(
    options: Options, log: Log, given: Mapping[str, list[str]]
) -> tuple[Options, Mapping[str, list[str]]] | None:
    """Return the options for a run of failsafe.cf, or None if it must not run."""
    path = f"{options.input_directory}/failsafe.cf"
    if not is_file(path) or real_path(path) == real_path(options.entry_point):
        return None
    if any(map(is_terminal, range(3))):
        log.error(
            "Failsafe condition triggered. Interactive session detected, skipping failsafe.cf "
            "execution."
        )
        return None
    log.error(
        "CFEngine was not able to get confirmation of promises from cf-promises, so going to "
        "failsafe"
    )
    log.error(f"CFEngine failsafe.cf: {options.input_directory} {path}")
    kept = {name: values for name, values in given.items() if name != "bundlesequence"}
    kept["define"] = [*given.get("define", []), "failsafe_fallback"]
    found = make_options({**kept, "file": [path]}, [])
    return None if isinstance(found, str) else (found, kept)
