"""The time of the last valid policy that a command line named, in the state directory.

Daemons of the reference look at this file to know that they should read their policy again. On the
policy server a release id is beside it.
"""

from __future__ import annotations

from duckrow.machine.paths import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def mark_checked(context: Context) -> None:
    """Write the time, and on the policy server a missing release id."""
    options, files = context.options, context.machine.files
    if options.is_dry_run:
        return
    directory = f"{options.work_directory}/state"
    release = f"{directory}/cf_promises_release_id"
    try:
        if exists(f"{directory}/am_policy_hub") and not exists(release):
            from duckrow.cfengine.agent.tag import release_of
            from duckrow.cfengine.values.json_text import pretty

            mark = pretty({"releaseId": release_of(files, directory)})
            files.replace(release, mark.encode(), mode=0o600)
        # As pretty() writes it, which a short run does not import.
        mark = f'{{\n  "timestamp": {options.started}\n}}'
        files.replace(f"{directory}/cf_promises_validated", mark.encode(), mode=0o600)
    except OSError as error:
        context.log.verbose(f"Could not write policy validated marker file: {directory} ({error})")
