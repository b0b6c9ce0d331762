"""`duckrow lookup`: look up a key in a node's Hiera data, and explain the value."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import TARGET, find_target, read_settings, setting_option
from duckrow.machine.this_process import working_directory
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.hiera.errors import HieraError
    from duckrow.puppet.hiera.explain import Explainer
    from duckrow.puppet.types.model.base import Type

STRATEGIES = ("first", "unique", "hash", "deep")
_DEEP = ("knock-out-prefix", "sort-merged-arrays", "merge-hash-arrays")
OWN = (
    Option("--explain", "explain every step, and the file and line of each value"),
    Option("--explain-options", "explain how lookup_options were merged"),
    Option("--merge", "merge strategy", choices=STRATEGIES),
    Option("--knock-out-prefix", "with --merge deep: prefix of values to remove", metavar="PREFIX"),
    Option("--sort-merged-arrays", "with --merge deep: sort merged lists"),
    Option("--merge-hash-arrays", "with --merge deep: merge hashes in lists by position"),
    Option("--type", "require this type", metavar="TYPE"),
    Option("--default", "use this value if the key is not found", metavar="TEXT"),
    Option(
        "--format",
        "output format (yaml; text with --explain)",
        choices=("text", "json", "yaml"),
    ),
    Option("--compile", "compile the catalog first, for data that needs its variables"),
)

COMMAND = Command(
    "lookup",
    "[OPTION…] KEY…",
    (*OWN, *TARGET),
    (
        ("duckrow lookup ntp::servers --node pond.example.com", "a value for a node"),
        ("duckrow lookup ntp::servers --facts pond.json --explain", "where it comes from"),
        ("duckrow lookup users --merge deep", "with another merge strategy"),
    ),
    "Of several keys, the first with a value is printed. The exit code is 1 if none has a value.\n"
    "Any setting of puppet.conf is an option too: --hiera-config FILE, …",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Look up the keys; return 0 for a value or an explanation, 1 otherwise."""
    keys, arguments.words = arguments.words, []
    merge = merge_of(arguments)
    only_options = arguments.has("explain-options") and not arguments.has("explain")
    if not keys:
        if not only_options:
            raise UsageError("name a key to look up")
        keys = ["__global__"]
    settings = read_settings(arguments, OWN)
    if not arguments.has("compile"):
        arguments.add("e", "undef")  # this sets the variables of the node and does nothing else
    environment, node = find_target(arguments, settings)
    from duckrow.cli.logs import Printer
    from duckrow.puppet.environment.compile import compile_catalog

    printer = Printer(console, settings.get("log_level", "notice"))
    result = compile_catalog(environment, node, on_log=printer)
    if result.failure is not None:
        from duckrow.cli.excerpt import show_failure

        return show_failure(result.failure, environment.code, console)
    return _show(ask_for(arguments, result, keys, merge), arguments, console, result, keys)


def merge_of(arguments: Arguments) -> dict[str, object] | None:
    """Return the merge behaviour that the options ask for."""
    strategy = arguments.get("merge")
    if strategy != "deep" and any(arguments.has(name) for name in _DEEP):
        listed = ", ".join(f"--{name}" for name in _DEEP)
        raise UsageError(f"{listed} are for --merge deep only")
    if strategy != "deep":
        return {"strategy": strategy} if strategy else None
    merge: dict[str, object] = {
        "strategy": "deep",
        "sort_merged_arrays": arguments.has("sort-merged-arrays"),
        "merge_hash_arrays": arguments.has("merge-hash-arrays"),
    }
    if arguments.has("knock-out-prefix"):
        merge["knockout_prefix"] = arguments.get("knock-out-prefix")
    return merge


class Answer:
    """The outcome of a lookup: a value or an error, and the explanation if it was asked for."""

    __slots__ = ("error", "explainer", "value")

    def __init__(self, explainer: Explainer | None) -> None:
        self.explainer = explainer
        self.value: object = None
        self.error: DuckrowError | None = None


def ask_for(
    arguments: Arguments, result: Result, keys: list[str], merge: dict[str, Any] | None
) -> Answer:
    """Look up the keys with the options of the command line.

    A key without a value is part of an explanation, and an error if there is none.
    """
    from duckrow.puppet.hiera.ask import ask
    from duckrow.puppet.hiera.errors import HieraError
    from duckrow.puppet.hiera.explain import Explainer
    from duckrow.puppet.hiera.lookups import lookups_of
    from duckrow.puppet.hiera.request import Request

    scope = result.build.top
    has_explanation = arguments.has("explain") or arguments.has("explain-options")
    only_options = arguments.has("explain-options") and not arguments.has("explain")
    answer = Answer(Explainer(only_options) if has_explanation else None)
    request = Request(lookups_of(scope), scope, explainer=answer.explainer)
    try:
        answer.value = ask(
            request,
            keys,
            _wanted_type(arguments, result),
            merge,
            arguments.get("default"),
            has_default=arguments.has("default"),
        )
    except HieraError as error:
        if answer.explainer is None:
            answer.error = error
        else:
            answer.explainer.text(error.message)
    except UsageError:
        raise
    except DuckrowError as error:
        answer.error = error
    return answer


def _show(
    answer: Answer, arguments: Arguments, console: Console, result: Result, keys: list[str]
) -> int:
    from duckrow.puppet.hiera.errors import HieraError

    error = answer.error
    if isinstance(error, HieraError) and is_missing(error):
        where = "--explain shows where it was searched"
        console.print_error("not-found", f"there is no value for {' or '.join(keys)}; {where}")
        return 1
    if error is not None:
        console.print_error(
            "lookup",
            error_text(error),
            why=getattr(error, "why", ""),
            hint=getattr(error, "hint", ""),
        )
    if answer.explainer is not None:
        console.print_result(_explained(answer.explainer, arguments, result, keys).rstrip("\n"))
    elif error is None:
        form = arguments.get("format", "yaml")
        console.print_result(_rendered(answer.value, form).rstrip("\n"))
    return 0 if error is None else 1


def is_missing(error: HieraError) -> bool:
    """Return whether the error is that no key has a value."""
    return error.message.startswith("Function lookup() did not find")


def error_text(error: DuckrowError) -> str:
    """Return the message of an error, with the location in the data."""
    from duckrow.puppet.hiera.errors import HieraError

    location = error.location if isinstance(error, HieraError) else None
    where = "" if location is None else location.words()
    return f"{_whole(str(error))} {where}".rstrip()


def _whole(message: str) -> str:
    """Return a message without the semicolon after which the reference gives no reason."""
    return message.removesuffix("; ")


def _wanted_type(arguments: Arguments, result: Result) -> Type | None:
    if not arguments.has("type"):
        return None
    from duckrow.puppet.types.parse import parse_type

    text = arguments.get("type")
    try:
        return parse_type(text, result.build.loaders.find_type)
    except DuckrowError as error:
        raise UsageError(f"--type takes a type, not '{text}': {error}") from None


def _explained(explainer: Explainer, arguments: Arguments, result: Result, keys: list[str]) -> str:
    from duckrow.puppet.hiera.explain_text import data_of, explanation
    from duckrow.puppet.hiera.key_lines import key_lines

    found = key_lines(explainer.root, result.build.world, keys)
    form = arguments.get("format", "text")
    if form != "text":
        return _rendered(data_of(explainer.root), form)
    text = explanation(explainer.root)
    if found:
        text += "Where the values are defined:\n"
        width = max(len(key) for key, _, _ in found)
        for key, path, line in found:
            at = "" if line is None else f":{line}"
            text += f"  {key.ljust(width)}  {_short(path)}{at}\n"
    return text


def _short(path: str) -> str:
    """Return a path relative to the current directory, if it is below it."""
    return path.removeprefix(f"{working_directory()}/")


def _rendered(value: object, form: str) -> str:
    from duckrow.data.write import json_text, yaml_text
    from duckrow.puppet.hiera.shown import plain
    from duckrow.ruby.values.to_s import to_s

    if form == "text":
        return to_s(value)
    return json_text(plain(value)) if form == "json" else yaml_text(plain(value))
