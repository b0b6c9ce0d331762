"""`duckrow describe`: explain resource types and their attributes."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.ruby_host.types.docs import TypeHelp
    from duckrow.puppet.settings.settings import Settings

WIDTH = 76
NO_HELP = ".. no documentation .."

COMMAND = Command(
    "describe",
    "[OPTION…] TYPE…",
    (
        Option("-l --list", "list all types"),
        Option("-s --short", "only names of attributes"),
        Option("-p --providers", "include providers"),
        Option("-m --meta", "include metaparameters"),
        Option("--format", "text (default), or one JSON array of types", choices=("text", "json")),
        Option("--modulepath", "directories of modules", metavar="DIR[:DIR…]"),
    ),
    (
        ("duckrow describe --list", "all types"),
        ("duckrow describe file", "one type"),
        ("duckrow describe user -s -m", "names only, including metaparameters"),
        ("duckrow describe --format json user", "for other programs"),
    ),
    "The exit code is 1 if a type is unknown.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Explain the given types; return 1 if a type is unknown."""
    is_json = arguments.get("format") == "json"
    if arguments.has("list"):
        library = _library(arguments)
        if is_json:
            ruby_help = _ruby_helper(library, arguments, console)
            console.print_result(_json_of(_all_types(library, console), ruby_help, arguments))
        else:
            console.print_result(_list(library, arguments, console))
        return 0
    if not arguments.words:
        raise UsageError("describe needs the name of a type, or --list")
    code = 0
    library = _library(arguments)
    find = _finder(library, console)
    ruby_help = _ruby_helper(library, arguments, console)
    found = []
    for name in arguments.words:
        table = find(name.lower())
        if table is None:
            from duckrow.puppet.loaders.resource_types import names_of_resource_types
            from duckrow.source.did_you_mean import did_you_mean

            if is_json:
                console.print_error("unknown-type", f"Unknown type {name}")
            else:
                console.print_result(f"Unknown type {name}")
            meant = did_you_mean(name.lower(), names_of_resource_types(library))
            console.print_message(
                f" try: {meant or f'{console.program} describe --list'}", "unknown-type"
            )
            code = 1
            continue
        if is_json:
            found.append(table)
        else:
            console.print_result(_described(table, ruby_help(table.name), arguments))
    if is_json:
        console.print_result(_json_of(found, ruby_help, arguments))
    return code


def _ruby_helper(
    library: Library, arguments: Arguments, console: Console, *, with_providers: bool = True
) -> Callable[[str], TypeHelp | None]:
    """Return a function that reads a type in Ruby; None for types of duckrow or in Python."""
    from duckrow.puppet.resources.index import find, find_of_module

    finders: list[Callable[[str], TypeHelp | None]] = []  # at most one, for all types

    def read(name: str) -> TypeHelp | None:
        if find(name) or find_of_module(name) or _is_in_python(library, name):
            return None
        if not finders:
            from duckrow.cli.commands.describe_ruby import help_finder

            settings = _settings(arguments)
            finders.append(help_finder(library, settings, console, with_providers=with_providers))
        return finders[0](name)

    return read


def _is_in_python(library: Library, name: str) -> bool:
    file = f"lib/duckrow/resources/{name}.py"
    return any(module.file(file) is not None for module in library.modules.values())


def _settings(arguments: Arguments) -> Settings:
    from duckrow.cli.target import read_settings

    return read_settings(arguments, COMMAND.options)


def _library(arguments: Arguments) -> Library:
    from duckrow.cli.commands.resource import library_of

    return library_of(_settings(arguments))


def _all_types(library: Library, console: Console) -> list[ResourceTypeTable]:
    from duckrow.puppet.loaders.resource_types import names_of_resource_types

    find = _finder(library, console)
    return [table for name in names_of_resource_types(library) if (table := find(name))]


def _list(library: Library, arguments: Arguments, console: Console) -> str:
    from duckrow.puppet.loaders.resource_types import names_of_resource_types

    lines = ["These are the types known to puppet:"]
    find = _finder(library, console)
    ruby_help = _ruby_helper(library, arguments, console, with_providers=False)
    for name in names_of_resource_types(library):
        in_ruby = ruby_help(name)
        if in_ruby is not None:
            text = in_ruby.summary
        else:
            table = find(name)
            text = "" if table is None else table.summary.removesuffix(".")
        lines.append(f"{name:<15} - {text or NO_HELP}")
    return "\n".join(lines)


def _json_of(
    tables: list[ResourceTypeTable],
    ruby_help: Callable[[str], TypeHelp | None],
    arguments: Arguments,
) -> str:
    from duckrow.data.write import json_text

    found = [_data(table, ruby_help(table.name), arguments) for table in tables]
    return json_text(found).rstrip("\n")


def _data(
    table: ResourceTypeTable, in_ruby: TypeHelp | None, arguments: Arguments
) -> dict[str, object]:
    """Return a type as data: its attributes and the names of its providers."""
    from duckrow.puppet.resources.behaviour import behaviour_of
    from duckrow.puppet.resources.metaparameter_help import METAPARAMETER_HELP

    texts = table.attribute_help if in_ruby is None else in_ruby.attributes
    attributes: list[dict[str, object]] = []
    for kind, names in (("property", table.properties), ("parameter", table.parameters)):
        for name, values in sorted(names.items()):
            known: dict[str, object] = {"name": name, "kind": kind}
            if not arguments.has("short"):
                known["help"] = texts.get(name, "").rstrip()
                known["values"] = values.split()
            attributes.append(known | {"namevar": name in table.namevars})
    if arguments.has("meta"):
        for name, text in sorted(METAPARAMETER_HELP.items()):
            known = {"name": name, "kind": "metaparameter"}
            attributes.append(known if arguments.has("short") else known | {"help": text})
    return {
        "name": table.name,
        "summary": table.summary if in_ruby is None else in_ruby.doc,
        "attributes": attributes,
        "providers": _provider_names(behaviour_of(table), table)
        if in_ruby is None
        else list(in_ruby.providers),
    }


def _provider_names(behaviour: Behaviour, table: ResourceTypeTable) -> list[str]:
    if "provider" not in table.parameters:
        return []
    return sorted({*behaviour.providers, *behaviour.own_providers})


def _finder(library: Library, console: Console) -> Callable[[str], ResourceTypeTable | None]:
    """Return a function that finds types: built-in ones first, then those of modules."""
    from duckrow.puppet.resources.index import find, find_of_module
    from duckrow.puppet.runtime.errors import EvaluationError

    def in_modules(name: str) -> ResourceTypeTable | None:
        try:
            found = library.find_resource_type(name)
            if found is not None:
                found.summary  # noqa: B018  (of a file with an error this raises it)
            return found
        except EvaluationError as error:
            console.print_message(f"Warning: {error}", "type", "warning")
            return None

    return lambda name: find(name) or find_of_module(name) or in_modules(name)


def _described(table: ResourceTypeTable, in_ruby: TypeHelp | None, arguments: Arguments) -> str:
    from duckrow.puppet.resources.behaviour import behaviour_of
    from duckrow.puppet.resources.metaparameter_help import METAPARAMETER_HELP, NAME_HELP

    if in_ruby is not None:
        from duckrow.cli.commands.describe_ruby import described

        return described(in_ruby, arguments, METAPARAMETER_HELP)
    summary = table.summary or NO_HELP
    is_short = arguments.has("short")
    names = sorted({*table.properties, *table.parameters} - {"provider"})
    lines = [*_header(table.name, "="), *_wrapped(summary), "", *_header("Parameters")]
    if is_short:
        lines += _wrapped(", ".join(names), 4)
    else:
        for name in names:
            mark = " (*namevar*)" if name in table.namevars and name != "name" else ""
            text = table.attribute_help.get(name) or (NAME_HELP if name == "name" else "")
            kind = table.properties.get(name) or table.parameters.get(name, "")
            lines += ["", f"- **{name}**{mark}", *_wrapped(f"{text} {_values(kind)}".strip(), 4)]
    if arguments.has("meta"):
        lines += _header("Meta Parameters")
        if is_short:
            lines += _wrapped(", ".join(sorted(METAPARAMETER_HELP)), 4)
        else:
            for name in sorted(METAPARAMETER_HELP):
                lines += ["", f"- **{name}**", *_wrapped(METAPARAMETER_HELP[name], 4)]
    lines += _providers(behaviour_of(table), table, has_details=arguments.has("providers"))
    return "\n".join(lines)


def _providers(
    behaviour: Behaviour, table: ResourceTypeTable, *, has_details: bool
) -> Iterable[str]:
    names = _provider_names(behaviour, table)
    if not names:
        return []
    lines = _header("Providers")
    if not has_details:
        return [*lines, *_wrapped(", ".join(names), 4)]
    from duckrow.machine.local import LocalMachine
    from duckrow.puppet.providers.index import Providers

    providers = Providers(LocalMachine())
    default = providers.default(behaviour)
    for provider in sorted(providers.all_of(behaviour), key=lambda each: each.name):
        text = (type(provider).__doc__ or "").partition("\n")[0]
        if provider is default:
            text += " It is the default on this host."
        elif not providers.is_suitable(provider):
            text += " It is not suitable for this host."
        if provider.features:
            text += f" Supported features: {', '.join(sorted(provider.features))}."
        lines += ["", f"- **{provider.name}**", *_wrapped(text.strip(), 4)]
    return lines


def _values(kind: str) -> str:
    """Describe the values of an attribute, as its table lists them."""
    words = [each for each in kind.split() if not each.startswith("/")]
    patterns = [each for each in kind.split() if each.startswith("/")]
    text = f"Valid values are {', '.join(words)}." if words else ""
    if patterns:
        text += f" Values can match {', '.join(patterns)}."
    return text.strip()


def _header(text: str, line: str = "-") -> list[str]:
    return ["", text, line * len(text)]


def _wrapped(text: str, indent: int = 0) -> list[str]:
    from textwrap import wrap

    before = " " * indent
    return wrap(text, WIDTH, initial_indent=before, subsequent_indent=before) or [""]
