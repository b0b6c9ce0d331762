"""`puppet epp`: validate, dump and render EPP templates."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.findings import (
    check_input,
    code_to_dump,
    dumped,
    is_terminal,
    standard_input,
)
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.cli.inputs import Input
from duckrow.cli.target import find_target, read_facts
from duckrow.machine.paths import absolute, exists, read_bytes
from duckrow.source.errors import DuckrowError, InputError, SourceError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.settings.settings import Settings

_E = Switch("--e -e", "use this template", metavar="SOURCE")
_HEADER = Switch("--[no-]header", "print the name of each of several templates")
APPLICATION = Application(
    "epp",
    "validate, dump and render EPP templates",
    "ACTION [OPTION…]",
    actions=(
        Action(
            "validate",
            "report the errors of templates",
            "[TEMPLATE…]",
            (Switch("--[no-]continue_on_error", "check the templates after one with an error"),),
        ),
        Action(
            "dump",
            "print the trees of templates",
            "[--format old|pn|json] [--pretty] [-e SOURCE | TEMPLATE…]",
            (
                _E,
                Switch("--[no-]validate", "reject invalid templates (yes)"),
                Switch("--format", "the notation: old (default), pn or json", metavar="FORMAT"),
                Switch("--pretty", "write pn or json over several lines"),
                _HEADER,
            ),
        ),
        Action(
            "render",
            "print what templates produce",
            "[OPTION…] [-e SOURCE | TEMPLATE…]",
            (
                Switch("--node", "the node whose facts are used (this host)", metavar="NAME"),
                _E,
                Switch("--values", "a hash of parameters as code", metavar="CODE"),
                Switch("--values_file", "a file of parameters: .yaml or .pp", metavar="FILE"),
                Switch("--facts", "a JSON or YAML file of facts", metavar="FILE"),
                _HEADER,
            ),
        ),
    ),
    examples=("puppet epp render -e '<%= 1 + 2 %>'", "puppet epp validate pond/row.epp"),
)
_MISSING = "One or more file(s) specified did not exist:\n"


class _NotRenderedError(DuckrowError):
    """A template that cannot be rendered."""


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Validate, dump or render."""
    settings = settings_of(APPLICATION, arguments, console)
    action = arguments.command[1]
    if action == "validate":
        return _validate(arguments, settings, console)
    if action == "dump":
        return _dump(arguments, settings, console)
    return _render(arguments, settings, console)


def _validate(arguments: Arguments, settings: Settings, console: PuppetConsole) -> int:
    is_valid = True
    missing = []
    if not arguments.words:
        if is_terminal():
            console.print_log("notice", "No template specified. No action taken")
            return 0
        is_valid = _is_valid(standard_input("<stdin>"), settings, console, "<stdin>")
    for word in arguments.words:
        if not is_valid and arguments.get("continue-on-error") != "true":
            break
        path = _find_template(word, settings)
        if path is None:
            missing.append(word)
        else:
            is_valid = _is_valid(Input(path, path), settings, console, path) and is_valid
    if missing:
        raise InputError(_MISSING + "\n".join(f"   {word}" for word in missing))
    if not is_valid:
        raise InputError("Errors while validating epp")
    return 0


def _is_valid(given: Input, settings: Settings, console: PuppetConsole, file: str) -> bool:
    _, failure = check_input(given, settings, console, epp=True, file=file)
    if failure is not None:
        if failure.code is None:
            failure.file = file
        console.print_log("err", failure.sentence)
    return failure is None


def _find_template(word: str, settings: Settings) -> str | None:
    """Return the template MODULE/FILE of a module, else the file of this name."""
    from duckrow.cli.commands.facts import configured_directories

    module, slash, rest = word.partition("/")
    if slash and module and rest:
        for directory in configured_directories(settings)[1]:
            path = f"{directory}/{module}/templates/{rest}"
            if exists(path):
                return path
    return word if exists(word) else None


def _dump(arguments: Arguments, settings: Settings, console: PuppetConsole) -> int:
    code = code_to_dump(arguments)
    inputs = [] if code is None else [code]
    missing: list[str] = []
    for word in arguments.words if code is None else ():
        path = _find_template(word, settings)
        if path is None:
            missing.append(word)
        else:
            inputs.append(Input(path, path))
    form = arguments.get("format", "old")
    text = ""
    for given in inputs:
        tree, failure = dumped(
            given,
            settings,
            console,
            form,
            epp=True,
            validates=arguments.get("validate") != "false",
            is_pretty=arguments.has("pretty"),
        )
        is_named = len(inputs) > 1
        if failure is not None:
            if is_named:
                console.print_log("err", f"--- {given.label}")
            console.print_log("err", failure.sentence)
            continue
        if is_named and form != "json" and arguments.get("header") != "false":
            text += f"--- {given.label}\n"
        text += f"{tree}\n" if form == "old" else tree
    if missing:
        raise InputError(_MISSING + "\n".join(f"   {word}" for word in missing))
    console.print_result(text.removesuffix("\n"))
    return 0


# ---- rendering


def _render(arguments: Arguments, settings: Settings, console: PuppetConsole) -> int:
    words, arguments.words = arguments.words, []
    source = arguments.get("e")
    has_source = arguments.has("e")
    if not has_source and not words:
        if is_terminal():
            raise InputError("No input to process given on command line or stdin")
        source, has_source = standard_input("stdin").data.decode("utf-8", "surrogateescape"), True
    result = _compile(arguments, settings, console)
    if result is None:
        return 1
    text = ""
    is_complete = True
    for number, word in enumerate([""] if has_source else words):
        if len(words) > 1 and arguments.get("header") != "false":
            text += f"{'' if number == 0 else chr(10)}--- {word}\n"
        try:
            values = _values(arguments, result, console)
            text += _filled(result, source if has_source else None, word, settings, values)
        except DuckrowError as error:
            if has_source:
                raise InputError(_error_text(error, result)) from None
            if len(words) > 1:
                console.print_log("err", f"--- {word}")
            console.print_log("err", _error_text(error, result))
            is_complete = False
    if not is_complete:
        raise InputError("error while rendering epp")
    console.print_result(text.removesuffix("\n"))
    return 0


def _error_text(error: DuckrowError, result: Result) -> str:
    """Return the message of an error; one in the code of a template has its location there."""
    from duckrow.puppet.environment.report import failure_of
    from duckrow.puppet.runtime.location import location_of_error

    if isinstance(error, _NotRenderedError) or location_of_error(error.__traceback__) is None:
        return str(error)
    node = result.build.node_name
    return failure_of(error, node).message.removesuffix(f" on node {node}")


def _compile(arguments: Arguments, settings: Settings, console: PuppetConsole) -> Result | None:
    """Compile code that does nothing: it sets the variables of the node."""
    from duckrow.cli.logs import Printer
    from duckrow.puppet.environment.compile import compile_catalog

    given = read_facts(arguments.get("facts")) if arguments.has("facts") else {}
    for key in ("facts", "e"):
        arguments.remove(key)
    arguments.add("e", "undef")
    environment, node = find_target(arguments, settings)
    if given:
        node.facts = {**node.facts.copy(), **given}
    printer = Printer(console, settings.get("log_level", "notice"))
    result = compile_catalog(environment, node, on_log=printer)
    return None if result.failure is not None else result


def _values(
    arguments: Arguments, result: Result, console: PuppetConsole
) -> dict[str, object] | None:
    """Return the parameters of --values_file, overridden by those of --values."""
    from duckrow.ruby.values.class_names import class_name

    found: dict[str, object] | None = None
    file = arguments.get("values-file")
    if file:
        loaded: object = None
        try:
            loaded = _values_of_file(file, result, console)
        except (DuckrowError, OSError) as error:
            console.print_log("err", f"Could not load --values_file {file}: {reason(error)}")
        if isinstance(loaded, dict):
            found = loaded
        elif loaded is not None:
            kind = class_name(loaded)
            console.print_log(
                "err", f"--values_file option must evaluate to a Hash or undef/nil, got: '{kind}'"
            )
    if not arguments.has("values"):
        return found
    own = _evaluated(arguments.get("values").encode(), "values-hash", result)
    if own is None or isinstance(own, dict):
        return found if own is None else {**(found or {}), **own}
    kind = class_name(own)
    console.print_log("err", f"--values option must evaluate to a Hash or undef, got: '{kind}'")
    return None


def _values_of_file(file: str, result: Result, console: PuppetConsole) -> object:

    if file.endswith(".yaml"):
        from duckrow.data.yaml import load

        return load(read_bytes(file), file)
    if file.endswith(".pp"):
        return _evaluated(read_bytes(file), file, result)
    console.print_log("err", "Only .yaml or .pp can be used as a --values_file")
    return None


def _evaluated(code: bytes, name: str, result: Result) -> object:
    """Return the value of code, evaluated in the top scope."""
    from duckrow.puppet.compiler.unit import InvalidManifestError, load_unit

    build = result.build
    try:
        unit = load_unit(code, name, dialect=build.settings.dialect, strict=build.settings.strict)
    except SourceError as error:
        from duckrow.puppet.templates.findings import sentence

        raise _NotRenderedError(sentence(error.diagnostic)) from None
    except InvalidManifestError as error:
        from duckrow.puppet.templates.findings import summary

        raise _NotRenderedError(summary(build.top, error.findings, name)) from None
    return None if unit.main is None else unit.main.run(build.top)


def _filled(
    result: Result,
    source: str | None,
    word: str,
    settings: Settings,
    values: dict[str, object] | None,
) -> str:
    from duckrow.puppet.templates.epp import fill_file, fill_text
    from duckrow.puppet.values.sensitive import Sensitive

    scope = result.build.top
    if source is not None:
        text = fill_text(scope, source, values)
    else:
        path = _find_template(word, settings)
        if path is None:
            raise _NotRenderedError(f"Could not find template '{word}'")
        text = fill_file(scope, absolute(path), values)
    return str(text.unwrap() if isinstance(text, Sensitive) else text)
