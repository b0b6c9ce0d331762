"""`duckrow explain`: answer questions about order, values and causes."""

from __future__ import annotations

from duckrow.cfengine.explain.questions import QUESTIONS as OF_POLICIES
from duckrow.cli.options import CLASSES, LANGUAGE, Command, Option, UsageError, nearest
from duckrow.cli.runs.parts import POLICY, find_parts
from duckrow.cli.target import TARGET, find_target, read_settings, setting_option
from duckrow.explain.answer import UnknownThingError
from duckrow.explain.formats import FORMATS, answer_data, render, render_error
from duckrow.puppet.explain.questions import QUESTIONS
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.commands.explain_manifest import ExplainedCompile
    from duckrow.cli.commands.explain_policy import Explained
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.parts import GivenPart
    from duckrow.explain.answer import Answer

_KNOWN = {**OF_POLICIES, **QUESTIONS}

OWN = (
    Option("-e", "explain this code instead of manifests", metavar="CODE"),
    LANGUAGE,
    Option("--format", "format of the answer (text)", choices=FORMATS),
    *CLASSES,
    Option("--bundles", "policies: run these bundles only", metavar="NAME[,NAME…]"),
    Option("--run", "explain a run that --record stored, or the latest", metavar="ID"),
    Option("--state-dir", "directory of the state of runs", metavar="DIR"),
)
# Options of a compile or a dry run of now, which a stored run has no use for.
_ANYWAY = ("no-cache", "cache-dir")
_OF_NOW = {option.key for option in (LANGUAGE, *CLASSES, *TARGET) if option.key not in _ANYWAY} | {
    "bundles"
}

COMMAND = Command(
    "explain",
    "[OPTION…] QUESTION [NAME…] [FILE|DIRECTORY]",
    (*OWN, *TARGET),
    (
        ("duckrow explain order 'Package[ntp]' 'Service[ntp]' site.pp", "which is first, and why"),
        ("duckrow explain order site.pp", "the orders of a catalog, side by side"),
        ("duckrow explain class ntp site.pp", "who includes a class"),
        ("duckrow explain resource 'File[/etc/motd]'", "why it is in the catalog, or not"),
        ("duckrow explain value 'File[/etc/motd]' mode", "where a value comes from"),
        ("duckrow explain notify 'File[/etc/motd]'", "all that a change of it refreshes"),
        ("duckrow explain cycle --json", "the dependency cycle, as data"),
        ("duckrow explain order --run latest", "the order of a run that apply --record stored"),
        ("duckrow explain promise web.cf:12 web.cf", "why a promise of a policy was skipped"),
    ),
    "Without a file, the environment's manifests are explained; - is stdin.\n"
    "The exit code is 0 for an answer, and 1 if what is asked about does not exist.",
    setting_option,
    tuple(_KNOWN),
)


def run(arguments: Arguments, console: Console) -> int:
    """Answer a question; return 0 for an answer."""
    try:
        return _run(arguments, console)
    except InputError as error:
        if arguments.get("format") == "json":
            found = render_error(arguments.words, str(error), error.hint)
            console.print_result(found, end="")
        raise


def _run(arguments: Arguments, console: Console) -> int:
    if not arguments.words:
        raise UsageError(f"name a question: {', '.join(_KNOWN)}")
    question, *words = arguments.words
    if question not in _KNOWN:
        raise UsageError(f"there is no question {question}{nearest(question, list(_KNOWN))}")
    names, files = split_words(question, words, _KNOWN[question])
    given = arguments.with_words(files)
    if arguments.has("run"):
        if files or arguments.has("e"):
            raise UsageError("--run answers from a stored run: name no file")
        return _explain_run(question, names, given, console)
    part = find_parts(given)[0]
    if part.kind == POLICY:
        if question not in OF_POLICIES:
            raise UsageError(f"{question} is a question about manifests, not about policies")
        return _explain_policy(question, names[0], part, given, console)
    if question not in QUESTIONS:
        raise UsageError(f"{question} is a question about policies: name a .cf file")
    return _explain_manifest(question, names, given, console)


def split_words(
    question: str, words: list[str], counts: Sequence[int]
) -> tuple[list[str], list[str]]:
    """Return the names of a question, and the file behind them if there is one."""
    are_files = [_is_file(question, word) for word in words]
    for count in counts:
        if len(words) == count and not any(are_files):
            return words, []
    for count in counts:
        if len(words) == count + 1 and not any(are_files[:-1]):
            return words[:-1], words[-1:]
    wanted = " or ".join(map(str, counts))
    plural = "" if wanted == "1" else "s"
    raise UsageError(f"{question} takes {wanted} name{plural}, and at most one file")


def _is_file(question: str, word: str) -> bool:
    """Return whether a word is the file of a manifest: no name of a thing looks like it."""
    return "[" not in word and (word.endswith(".pp") or question == "notify")


def _explain_policy(
    question: str, name: str, part: GivenPart, arguments: Arguments, console: Console
) -> int:
    from duckrow.cli.commands.explain_policy import explain_policy

    try:
        found = explain_policy(question, name, part, arguments, console)
    except UnknownThingError as error:
        return _print_unknown(error, [question, name], arguments, console)
    if found is None:
        if arguments.get("format") == "json":
            what = "the policy is invalid"
            console.print_result(render_error([question, name], what, ""), end="")
        return 1
    return _print(found, arguments, console)


def _explain_run(question: str, names: list[str], arguments: Arguments, console: Console) -> int:
    """Answer from the recording of a run: from the first of its parts that knows of the things."""
    from duckrow.cli.commands.explain_policy import explain_run, recorded_parts

    for name in arguments.names():
        if name in _OF_NOW:
            raise UsageError(f"--run answers from a stored run: --{name} has no effect")
    parts, report = recorded_parts(arguments)
    languages = {part.get("language") for part in parts}
    error: UnknownThingError | None = None
    for part in parts if question in QUESTIONS else ():
        if part.get("language") == "puppet":
            from duckrow.cli.commands.explain_manifest import explain_stored

            try:
                found = explain_stored(question, names, part, report, arguments, console)
                return _print_compile(found, arguments, console)
            except UnknownThingError as unknown:
                error = error or unknown
    if question in OF_POLICIES and ("cfengine" in languages or error is None):
        try:
            return _print(explain_run(question, names[0], parts, arguments), arguments, console)
        except UnknownThingError as unknown:
            error = unknown
    if error is None:
        raise InputError("the run applied no manifest")
    return _print_unknown(error, [question, *names], arguments, console)


def _print_unknown(
    error: UnknownThingError, question: list[str], arguments: Arguments, console: Console
) -> int:
    console.print_error("not-found", error.what, hint=error.hint)
    if arguments.get("format") == "json":
        console.print_result(render_error(question, error.what, error.hint), end="")
    return 1


def _print(found: Explained, arguments: Arguments, console: Console) -> int:
    if arguments.get("format") == "html":
        from duckrow.cfengine.explain.page_data import page_data

        _print_page(page_data(found.record, found.title, found.sources), found.answer, console)
    else:
        print_answer(found.answer, arguments, console)
    return 0


def _explain_manifest(
    question: str, names: list[str], arguments: Arguments, console: Console
) -> int:
    from duckrow.cli.commands.explain_manifest import explain_compile

    environment, node = find_target(arguments, read_settings(arguments, OWN))
    what = arguments.words[0] if arguments.words else f"environment {environment.name}"
    if type(node.facts) is dict and not node.facts:
        why = "they are undef, and answers may depend on them"
        warning = f"Warning: no facts of {node.name} are known"
        hint = "--facts FILE or --fact NAME=VALUE gives them"
        console.print_message(warning, "fact", "warning", why=why, hint=hint)
    try:
        found = explain_compile(question, names, environment, node, arguments, console, what)
    except UnknownThingError as error:
        return _print_unknown(error, [question, *names], arguments, console)
    return _print_compile(found, arguments, console)


def _print_compile(found: ExplainedCompile, arguments: Arguments, console: Console) -> int:
    if found.page is not None:
        from duckrow.explain.page.html import page

        console.print_result(page(found.page), end="")
    elif found.answer is not None:
        print_answer(found.answer, arguments, console)
    return found.code


def _print_page(data: dict[str, object], found: Answer, console: Console) -> None:
    """Print the page of a compile or a run, with the answer on it."""
    from duckrow.explain.page.html import page

    console.print_result(page({**data, "answer": answer_data(found)}), end="")


def print_answer(found: Answer, arguments: Arguments, console: Console) -> None:
    """Print an answer in the format that the options ask for."""
    console.print_result(render(found, arguments.get("format", "text")), end="")
