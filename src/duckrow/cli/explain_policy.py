"""`duckrow explain` for a policy: answer questions about a dry run of it."""

from __future__ import annotations

from duckrow.cfengine.explain.dry_run import InvalidPolicyError, record_dry_run
from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.record import replace_path
from duckrow.cfengine.explain.words import UnknownThingError
from duckrow.machine.files.temporary import temporary_file
from duckrow.machine.paths import absolute, read_input
from duckrow.state.directory import state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.explain.record import RunRecord
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.parts import GivenPart
    from duckrow.explain.answer import Answer


def explain_policy(
    question: str, name: str, part: GivenPart, arguments: Arguments, console: Console
) -> Answer | None:
    """Answer a question about a policy; print an error and return None if there is no answer."""
    try:
        return answer(_record(part, arguments), question, name)
    except InvalidPolicyError as error:
        for level, line in error.lines:
            console.print_message(line, "policy", level)
        return None
    except UnknownThingError as error:
        console.print_error("not-found", error.what, hint=error.hint)
        return None


def _record(part: GivenPart, arguments: Arguments) -> RunRecord:
    """Run the policy in a dry run; what is no file is written to a temporary one."""
    given = {name: arguments.all(name) for name in ("define", "negate") if arguments.has(name)}
    if arguments.has("bundles"):
        given["bundlesequence"] = arguments.all("bundles")
    directory = f"{absolute(arguments.get('state-dir') or state_directory())}/cfengine"
    suffix = ".cf"
    if not part.paths:
        content = "\n".join(arguments.all("e")).encode("utf-8", "replace")
    elif part.paths == ["-"]:
        content = read_input("-")
    elif part.content is not None:
        suffix, content = ".json", part.content
    else:
        return record_dry_run(part.paths[0], given, directory)
    with temporary_file("code-", content, suffix) as file:
        try:
            record = record_dry_run(file, given, directory)
        except InvalidPolicyError as error:
            lines = [(level, line.replace(file, part.name)) for level, line in error.lines]
            raise InvalidPolicyError(lines) from None
    replace_path(record, file, part.name)
    return record
