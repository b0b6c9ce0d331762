"""`duckrow explain` for manifests: answer questions about a compile, of now or of a stored run."""

from __future__ import annotations

from duckrow.cli.excerpt import show_failure
from duckrow.cli.logs import Printer
from duckrow.explain.answer import Reason, Table
from duckrow.explain.formats import answer_data, render_error
from duckrow.machine.local import LocalMachine
from duckrow.machine.this_process import working_directory
from duckrow.puppet.environment.compile import compile_catalog
from duckrow.puppet.explain.outcomes import SKIPPED, failures_behind
from duckrow.puppet.explain.questions import OF_FAILED, answer
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.explain.stored import StoredCompileError, expect_same, read_compile
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.explain.answer import Answer
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.environment.report import Failure

    Data = dict[str, Any]

_UNCHANGED = "in the desired state"
_WOULD_CHANGE = "would change"  # without --noop


class StoredRun:
    """The recording of the manifests of a run, and the outcome of each resource in its order."""

    __slots__ = ("outcomes", "record")

    def __init__(self, record: Data, outcomes: dict[str, str]) -> None:
        self.record = record
        self.outcomes = outcomes


class ExplainedCompile:
    """An answer, and the data of the page if the options ask for one; or an exit code."""

    __slots__ = ("answer", "code", "page")

    def __init__(self, code: int, found: Answer | None = None, page: Data | None = None) -> None:
        self.code = code
        self.answer = found
        self.page = page


def explain_compile(
    question: str,
    names: list[str],
    environment: Environment,
    node: Node,
    arguments: Arguments,
    console: Console,
    what: str,
    run: StoredRun | None = None,
) -> ExplainedCompile:
    """Compile, and answer a question about it; errors are printed. `what` is compiled.

    Raises UnknownThingError for names of things that do not exist.
    """
    record = Record()
    # The messages of the manifest are no part of the answer.
    printer = Printer(console, "warning" if not console.verbose else "notice")
    result = compile_catalog(environment, node, listener=record, on_log=printer)
    code_name = "-" if arguments.words == ["-"] else "-e"
    recorded = Recorded(result.build, record, working_directory(), code_name)
    is_page = arguments.get("format") == "html"
    if run is not None:
        _expect_same(run, result)
    title = f"{what} on {node.name}"
    machine = LocalMachine()
    if result.failure is not None:
        recorded.has_failed = True
        recorded.failed_at = recorded.place_of_location(result.failure.at)
        code = show_failure(result.failure, environment.code, console)
        if result.failure.is_fault:
            return ExplainedCompile(code)
        found = None
        if question in OF_FAILED:
            found = answer(recorded, question, names, machine)
        else:
            what = f"there is no answer to {question}: it is about a whole catalog"
            *others, last = sorted(OF_FAILED)
            hint = f"{', '.join(others)} and {last} can be asked about a compile that fails"
            console.print_error("failed", what, hint=hint)
            if arguments.get("format") == "json":
                console.print_result(render_error([question, *names], what, hint), end="")
        page = _failed_page(recorded, title, result.failure, found, question) if is_page else None
        return ExplainedCompile(code if found is None else _code(found), found, page)
    try:
        found = answer(recorded, question, names, machine)
        if run is not None and SKIPPED in run.outcomes.values():
            _add_failures(recorded, machine, run)
        if run is not None and question == "order" and not names:
            found.tables.append(Table("As it ran", ("resource", "outcome"), run.outcomes.items()))
        elif run is not None and question == "resource":
            _add_outcome(recorded, found, run)
        page = _page(recorded, machine, title, found, run) if is_page else None
    except (ResourceError, EvaluationError) as error:
        console.print_error("resource", str(error), why="this host could not apply the catalog")
        return ExplainedCompile(1)
    return ExplainedCompile(_code(found), found, page)


def _add_failures(recorded: Recorded, machine: LocalMachine, run: StoredRun) -> None:
    """Name the failure because of which each resource was skipped."""
    from duckrow.puppet.explain.graph import ReasonedGraph

    behind = failures_behind(ReasonedGraph(recorded, machine), run.outcomes)
    for ref, failed in behind.items():
        run.outcomes[ref] = f"{SKIPPED}, since {failed} failed"


def _add_outcome(recorded: Recorded, found: Answer, run: StoredRun) -> None:
    """Add what the run did with the resource that a question is about."""
    resource = recorded.find(found.question[1])
    outcome = None if resource is None else run.outcomes.get(str(resource))
    if outcome is not None:
        found.reasons.append(Reason("outcome", f"in the run: {outcome}"))


def _code(found: Answer) -> int:
    """Return the exit code of an answer: 1 if the catalog does not have what the question names."""
    return 1 if found.question[0] in OF_FAILED and found.is_yes is False else 0


def _failed_page(
    recorded: Recorded, title: str, failure: Failure, found: Answer | None, question: str
) -> Data:
    from duckrow.puppet.explain.page_data import failed_page_data, failure_answer

    failed = failure_answer(recorded, [question], failure)
    return failed_page_data(recorded, title, failed, found or failed)


def _expect_same(run: StoredRun, result: Result) -> None:
    """Raise InputError if a repeated compile is not that of the run."""
    why = "it depends on the text of a secret or on a private key, and a recording holds neither"
    try:
        if result.failure is not None:  # only compiles that end well are recorded
            raise StoredCompileError("the compile of the run cannot be repeated")
        expect_same(run.record, result.build)
    except StoredCompileError as error:
        raise InputError(str(error), why=why) from None


def _page(
    recorded: Recorded, machine: LocalMachine, title: str, found: Answer, run: StoredRun | None
) -> Data:
    from duckrow.puppet.explain.graph import ReasonedGraph
    from duckrow.puppet.explain.page_data import page_data

    page = page_data(ReasonedGraph(recorded, machine), title, {"answer": answer_data(found)})
    if run is not None:
        _add_run(page, run.outcomes)
    return page


def explain_stored(
    question: str,
    names: list[str],
    part: Data,
    report: Data | None,
    arguments: Arguments,
    console: Console,
) -> ExplainedCompile:
    """Answer a question about the manifests of a recorded run."""
    try:
        record = part["record"]
        environment, node = read_compile(record)
    except (KeyError, StoredCompileError):
        raise InputError("the recording of the run is damaged") from None
    what = f"run {arguments.get('run')}"
    run = StoredRun(record, {} if report is None else _outcomes(report))
    return explain_compile(question, names, environment, node, arguments, console, what, run)


def _outcomes(report: Data) -> dict[str, str]:
    """Return the outcome of each resource, in the order of the run."""
    found = {}
    for ref, status in report.get("resource_statuses", {}).items():
        if status.get("line") is None:  # the schedules that every run has
            continue
        words = [word for word in ("failed", "skipped", "changed") if status.get(word)]
        if not words and status.get("out_of_sync"):
            words = [_WOULD_CHANGE]
        found[str(ref)] = words[0] if words else _UNCHANGED
    return found


def _add_run(page: Data, outcomes: dict[str, str]) -> None:
    """Add the outcomes of a run to the data of its page."""
    for node in page["nodes"]:
        outcome = outcomes.get(node["ref"], _UNCHANGED)
        if outcome != _UNCHANGED:
            node["status"] = outcome.partition(",")[0]
    steps = [{"text": f"{ref}: {outcome}", "ref": ref} for ref, outcome in outcomes.items()]
    page["phases"].append({"name": "As it ran", "steps": steps})
