"""The policy that replaces a broken one: failsafe.cf, which is written if the inputs have none.

It does not run in an interactive session, whose user sees the errors. The exit code reports the
broken policy, whatever failsafe.cf does. A bootstrap runs it too.
"""

from __future__ import annotations

from duckrow.cfengine.agent.make_options import make_options
from duckrow.machine.files.private import replace_file
from duckrow.machine.paths import is_readable, read_bytes, real_path
from duckrow.machine.this_process import is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options

_FALLBACK: dict[str, tuple[str, ...]] = {
    "failsafe_fallback": ("report", "attribute_name=Errors", "source=agent")
}


def find_failsafe(
    options: Options, log: Log, given: Mapping[str, list[str]]
) -> tuple[Options, Mapping[str, list[str]]] | None:
    """Return the options for a run of failsafe.cf, or None if it must not run."""
    path = f"{options.input_directory}/failsafe.cf"
    if is_readable(path) and real_path(path) == real_path(options.entry_point):
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
    if not is_readable(path) and not write_failsafe(path, log):
        return None
    log.error(f"CFEngine failsafe.cf: {options.input_directory} {path}")
    kept = {name: values for name, values in given.items() if name != "bundlesequence"}
    kept["file"] = [path]
    found = make_options(kept, [])
    if isinstance(found, str):
        return None
    found.more_classes = _FALLBACK
    return found, kept


def write_failsafe(path: str, log: Log) -> bool:
    """Write our failsafe.cf; log an error and return False if that fails."""
    log.info(f"Writing built-in failsafe policy to '{path}'")
    try:
        replace_file(path, read_bytes(f"{__file__.rpartition('/')[0]}/failsafe.cf"), 0o600)
    except OSError as error:
        log.error(f"Unable to write failsafe to '{path}' (fopen: {error.strerror})")
        return False
    return True
