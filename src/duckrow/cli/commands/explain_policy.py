"""`duckrow explain` for a policy: answer questions about a dry run of it."""

from __future__ import annotations

from duckrow.cfengine.explain.dry_run import InvalidPolicyError, record_dry_run
from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.record import replace_path
from duckrow.cfengine.explain.stored import StoredRecordError, read_record
from duckrow.cli.host import existing_state
from duckrow.cli.runs.parts import policy_code
from duckrow.explain.answer import UnknownThingError
from duckrow.machine.files.temporary import temporary_file
from duckrow.machine.paths import absolute
from duckrow.machine.sqlite import DatabaseError
from duckrow.source.errors import InputError, reason
from duckrow.state.directory import state_directory
from duckrow.state.recordings import load_recording
from duckrow.state.reports import ReportError, StoredReports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.explain.record import RunRecord
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.parts import GivenPart
    from duckrow.explain.answer import Answer


class Explained:
    """An answer, and the run that it is about.

    `sources` has the text of a policy that is in no file. It is None for a run of the past: its
    files may have changed.
    """

    __slots__ = ("answer", "record", "sources", "title")

    def __init__(
        self, found: Answer, record: RunRecord, title: str, sources: dict[str, str] | None
    ) -> None:
        self.answer = found
        self.record = record
        self.title = title
        self.sources = sources


def explain_policy(
    question: str, name: str, part: GivenPart, arguments: Arguments, console: Console
) -> Explained | None:
    """Answer a question about a policy; print the errors of an invalid one and return None.

    Raises UnknownThingError for names of things that do not exist.
    """
    try:
        record, sources = _record(part, arguments)
        return Explained(answer(record, question, name), record, part.name, sources)
    except InvalidPolicyError as error:
        for level, line in error.lines:
            console.print_message(line, "policy", level)
        return None


def explain_run(
    question: str,
    name: str,
    parts: list[dict[str, object]],
    arguments: Arguments,
) -> Explained:
    """Answer a question about the policies of a recorded run.

    Raises UnknownThingError for names of things that do not exist.
    """
    error: UnknownThingError | None = None
    for part in parts:
        record = part.get("record")
        if part.get("language") != "cfengine" or not isinstance(record, dict):
            continue
        try:
            known = read_record(record)
            found = answer(known, question, name)
            return Explained(found, known, f"run {arguments.get('run')}", None)
        except UnknownThingError as unknown:
            error = error or unknown
        except StoredRecordError as damaged:
            raise InputError(str(damaged)) from None
    if error is None:
        raise InputError("the run applied no policy")
    raise error


def recorded_parts(
    arguments: Arguments,
) -> tuple[list[dict[str, object]], dict[str, object] | None]:
    """Return the recorded parts of the run that --run names, and its report."""
    directory = existing_state(arguments, "reports")
    try:
        reports = StoredReports(directory)
    except (OSError, DatabaseError) as error:
        raise InputError(f"cannot read the reports in {directory}: {reason(error)}") from None
    try:
        entry = reports.find(arguments.get("run"))
        report = reports.report(entry)
    except ReportError as error:
        raise InputError(str(error)) from None
    finally:
        reports.close()
    return load_recording(directory, entry.uuid), report


def _record(part: GivenPart, arguments: Arguments) -> tuple[RunRecord, dict[str, str]]:
    """Run the policy in a dry run; what is no file is written to a temporary one."""
    given = {name: arguments.all(name) for name in ("define", "negate") if arguments.has(name)}
    if arguments.has("bundles"):
        given["bundlesequence"] = arguments.all("bundles")
    directory = f"{absolute(arguments.get('state-dir') or state_directory())}/cfengine"
    code = policy_code(part, arguments)
    if code is None:
        return record_dry_run(part.paths[0], given, directory), {}
    suffix, content = code
    with temporary_file("code-", content, suffix) as file:
        try:
            record = record_dry_run(file, given, directory)
        except InvalidPolicyError as error:
            lines = [(level, line.replace(file, part.name)) for level, line in error.lines]
            raise InvalidPolicyError(lines) from None
    replace_path(record, file, part.name)
    return record, {part.name: content.decode("utf-8", "replace")}
