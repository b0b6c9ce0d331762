"""Apply a CFEngine policy, as a part of a run."""

from __future__ import annotations

from duckrow.cfengine.agent.environment import clean_environment
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.policy_part import PolicyPart
from duckrow.cfengine.agent.run import DONE, FAILED, INVALID, run_policy
from duckrow.cfengine.agent.work_directory import has_work_directory
from duckrow.cfengine.evaluation.messages.recorder import Recorder
from duckrow.cfengine.evaluation.promises.locks import RECENT
from duckrow.cli.runs.parts import policy_code
from duckrow.cli.runs.policy_log import PolicyLog
from duckrow.machine.paths import absolute
from duckrow.machine.this_process import end_on_signals, environment
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.parts import GivenPart
    from duckrow.state.run import Run


def apply_policy(
    part: GivenPart,
    run: Run,
    arguments: Arguments,
    console: Console,
    prerun: Callable[[], None],
) -> None:
    """Apply a policy."""
    end_on_signals()
    prerun()
    recorder = Recorder(explains=arguments.has("explain") or arguments.has("record"))
    outcomes = PolicyPart(part.name, recorder, is_noop=run.report.is_noop)
    run.report.parts.append(outcomes)
    assert run.state_directory is not None
    work_directory = f"{absolute(run.state_directory)}/cfengine"
    given = _given(arguments, work_directory, is_noop=run.report.is_noop)
    log = PolicyLog(console, run, recorder, is_verbose=arguments.has("test"))
    variables = environment()
    before = dict(variables)
    clean_environment()
    try:
        if has_work_directory(work_directory, log, "--state-dir"):

            def run_file(file: str) -> str:
                options = make_options(given, [file])
                if isinstance(options, str):
                    raise InputError(options)
                return run_policy(options, log, given, recorder, run.backups)

            ended = _run(part, arguments, f"{work_directory}/inputs", run_file)
            outcomes.is_applied = ended != INVALID
            outcomes.is_complete = ended in (DONE, FAILED)
    finally:
        if arguments.has("record") and recorder.context is not None:
            run.recording.append(_recording(part, recorder))
        outcomes.finish()
        _log_skipped(outcomes, log)
        variables.clear()
        variables.update(before)


def _recording(part: GivenPart, recorder: Recorder) -> dict[str, object]:
    """Return what `duckrow explain --run` needs."""
    from duckrow.cfengine.explain.recording import record_data

    return {"language": "cfengine", "name": part.name, "record": record_data(recorder)}


def _log_skipped(outcomes: PolicyPart, log: PolicyLog) -> None:
    """Say that promises were skipped within ifelapsed: one that failed before is not kept yet."""
    count = sum(str(each["why"]).startswith(RECENT) for each in outcomes.promises())
    if count:
        promises = "1 promise was" if count == 1 else f"{count} promises were"
        log.notice(f"{promises} checked a short time ago and skipped; --no-lock checks again")


def _run(
    part: GivenPart, arguments: Arguments, directory: str, run_file: Callable[[str], str]
) -> str:
    """Run the file of a policy; what is no file is written to a private one in the directory."""
    code = policy_code(part, arguments)
    if code is None:
        return run_file(part.paths[0])
    suffix, content = code
    from duckrow.machine.files.temporary import temporary_file

    with temporary_file("code-", content, suffix, directory) as file:
        return run_file(file)


def _given(arguments: Arguments, work_directory: str, *, is_noop: bool) -> dict[str, list[str]]:
    """Return the options of a policy under the names that cf-agent has for them."""
    given = {"workdir": [work_directory]}
    for name in ("define", "negate", "simulate"):
        if arguments.has(name):
            given[name] = arguments.all(name)
    if arguments.has("bundles"):
        given["bundlesequence"] = arguments.all("bundles")
    if arguments.has("no-lock"):
        given["no-lock"] = [""]
    if is_noop:
        given["dry-run"] = [""]
    for name, original in (("show-classes", "classes"), ("show-variables", "vars")):
        if arguments.has(name):
            pattern = arguments.get(name)
            given[f"show-evaluated-{original}"] = ["" if pattern == "true" else pattern]
    if arguments.has("explain"):
        given["explain"] = ["json" if arguments.get("explain") == "json" else "text"]
    return given
