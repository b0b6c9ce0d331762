"""`puppet lookup`: look up a key in the Hiera data of a node."""

from __future__ import annotations

from duckrow.cli.commands.lookup import STRATEGIES, ask_for, error_text, is_missing, merge_of
from duckrow.cli.drop_ins.puppet.application import DEBUG, VERBOSE, Application
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.cli.target import find_target, read_facts
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.commands.lookup import Answer
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.settings.settings import Settings

_BYTES = "duckrow prints text: s, json and yaml"
APPLICATION = Application(
    "lookup",
    "look up a key in the Hiera data of a node",
    "[OPTION…] KEY…",
    (
        Switch("--merge", "merge strategy: first, unique, hash or deep", metavar="STRATEGY"),
        Switch("--render-as", "s, json or yaml", metavar="FORMAT", key="format"),
        Switch("--type", "require this type", metavar="TYPE"),
        Switch("--compile -c", "compile the catalog first"),
        Switch("--knock-out-prefix", "with --merge deep: prefix of values to remove", metavar="P"),
        Switch("--sort-merged-arrays", "with --merge deep: sort merged lists"),
        Switch("--merge-hash-arrays", "with --merge deep: merge hashes in lists by position"),
        Switch("--explain", "explain every step"),
        Switch("--explain-options", "explain how lookup_options were merged"),
        Switch("--default", "use this value if the key is not found", metavar="VALUE"),
        Switch("--trusted", "no effect, as in the original"),
        Switch("--node", "the name of the node (this host's)", metavar="NAME"),
        Switch("--facts", "a JSON or YAML file of facts", metavar="FILE"),
        DEBUG,
        VERBOSE,
    ),
    section="server",
    notes="--render-as binary and msgpack are not available: duckrow prints text.",
    examples=("puppet lookup ntp::servers --node pond.example.com --explain",),
)

_DEEP = "--knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays"
_SEE_HELP = "Run 'puppet lookup --help' for more details"
_OF_TRUST = ("hostname", "domain", "fqdn", "clientcert")
_FORMATS = ("s", "json", "yaml")
_OTHER_FORMATS = ("binary", "msgpack", "pson", "rich_data_json", "rich_data_msgpack", "flat", "dot")


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Look up the keys; a key without a value ends with 1, without a message."""
    settings = settings_of(APPLICATION, arguments, console)
    _check_merge(arguments)
    keys, arguments.words = arguments.words, []
    has_explanation = arguments.has("explain") or arguments.has("explain-options")
    if not keys:
        if not arguments.has("explain-options") or arguments.has("explain"):
            raise InputError("No keys were given to lookup.")
        keys = ["__global__"]
    form = arguments.get("format").lower() or ("s" if has_explanation else "yaml")
    if form in _OTHER_FORMATS:
        raise InputError(f"--render-as {form} is not available: {_BYTES}")
    if form not in _FORMATS:
        raise InputError(f"Unknown rendering format '{form}'")
    result = _compile(arguments, settings, console)
    if result is None:
        return 1
    return _show(ask_for(arguments, result, keys, merge_of(arguments)), form, console)


def _check_merge(arguments: Arguments) -> None:
    merge = arguments.get("merge")
    names = ("knock-out-prefix", "sort-merged-arrays", "merge-hash-arrays")
    if merge != "deep" and any(map(arguments.has, names)):
        raise InputError(f"The options {_DEEP} are only available with '--merge deep'\n{_SEE_HELP}")
    if merge and merge not in STRATEGIES:
        known = "'first', 'hash', 'unique', or 'deep'"
        raise InputError(f"The --merge option only accepts {known}\n{_SEE_HELP}")


def _compile(arguments: Arguments, settings: Settings, console: PuppetConsole) -> Result | None:
    """Compile the catalog, or code that does nothing; return None after an error."""
    from duckrow.cli.logs import Printer
    from duckrow.puppet.environment.compile import compile_catalog

    given = _given_facts(arguments)
    is_of_host = not arguments.has("node")
    arguments.remove("facts")
    if not arguments.has("compile"):
        arguments.add("e", "undef")  # this sets the variables of the node and does nothing else
    environment, node = find_target(arguments, settings)
    if given:
        node.facts = {**(node.facts.copy() if is_of_host else {}), **given}
    elif not is_of_host:
        raise InputError(f"No facts available for target node: {node.name}")
    node.trusted = _trusted(node.facts.get("clientcert"))
    printer = Printer(console, settings.get("log_level", "notice"))
    result = compile_catalog(environment, node, on_log=printer)
    return None if result.failure is not None else result


def _trusted(certname: object) -> dict[str, object]:
    """Return the trusted data of a node: the original takes its name from the facts."""
    from duckrow.puppet.environment.node import trusted_data

    if isinstance(certname, str):
        return trusted_data(certname)
    return trusted_data("") | dict.fromkeys(("certname", "hostname", "domain"))


def _given_facts(arguments: Arguments) -> dict[str, object]:

    if not arguments.has("facts"):
        return {}
    file = arguments.get("facts")
    try:
        given = read_facts(file)
    except InputError as error:
        if not str(error).endswith("facts are a hash"):
            raise
        raise InputError(
            f"Incorrectly formatted data in {file} given via the --facts flag"
            " (only accepts yaml and json files)"
        ) from None
    found = [name for name in _OF_TRUST if name in given]
    if found and len(found) < len(_OF_TRUST):
        raise InputError(
            f"When overriding any of the {','.join(_OF_TRUST)} facts with {file} given via"
            " the --facts flag, they must all be overridden."
        )
    return given


def _show(answer: Answer, form: str, console: PuppetConsole) -> int:
    from duckrow.puppet.hiera.errors import HieraError
    from duckrow.puppet.hiera.shown import plain

    error = answer.error
    if error is not None and answer.explainer is None:
        if not (isinstance(error, HieraError) and is_missing(error)):
            console.print_error("lookup", f"Could not run: {error_text(error)}")
        return 1
    if answer.explainer is None:
        shown = answer.value if form == "s" else plain(answer.value)
        console.print_result(_rendered(shown, form).removesuffix("\n"))
        return 0
    from duckrow.puppet.hiera.explain_text import data_of, explanation

    root = answer.explainer.root
    if form == "s":
        text = explanation(root)
    else:
        data: object = plain(data_of(root))
        text = _rendered(_with_symbols(data) if form == "yaml" else data, form)
    console.print_result(text.removesuffix("\n"))
    return 0


def _with_symbols(step: object) -> object:
    """Return a step of an explanation with the symbols of Ruby, which YAML shows."""
    from duckrow.data.symbol import Symbol

    if not isinstance(step, dict):
        return step
    found: dict[object, object] = {}
    for name, value in step.items():
        if name == "branches" and isinstance(value, list):
            value = [_with_symbols(each) for each in value]
        elif name in ("event", "type") and isinstance(value, str):
            value = Symbol(value)
        found[Symbol(name)] = value
    return found


def _rendered(value: object, form: str) -> str:
    if form == "s":
        from duckrow.ruby.values.to_s import to_s

        return to_s(value)
    from duckrow.ruby.interpreter import Interpreter

    if form == "json":
        from duckrow.ruby.library.json_write import generate

        return generate(Interpreter(), value)
    from duckrow.ruby.library.yaml_ import to_yaml

    return str(to_yaml(Interpreter(), value))
