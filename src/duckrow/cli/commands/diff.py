"""`duckrow diff`: what changes between two catalogs, or between two versions of code."""

from __future__ import annotations

from duckrow.cli.given_paths import expect_readable_file, expect_writable
from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import TARGET, cache_directory, read_settings, setting_option
from duckrow.machine.paths import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.diff.ignore import Rules
    from duckrow.diff.report import NodeResult, Report

SAME, FAILURE, DIFFERENT = 0, 1, 2
FORMATS = ("text", "json", "markdown", "html")
MOST = 65_000  # characters of Markdown: the size of a comment
_TARGET = tuple(option for option in TARGET if option.key not in ("node", "facts"))
OWN = (
    Option("--format", "format of the result (text)", choices=FORMATS),
    Option("--repository", "the git repository of refs (.)", metavar="DIR"),
    Option("--node", "compare these nodes; may be repeated", metavar="NAME[,NAME…]"),
    Option("--facts", "facts: a file, or a directory with a file for each node", metavar="PATH"),
    Option("--facts-from", "facts of nodes from stored runs or a PuppetDB", metavar="store|URL"),
    Option("--enc", "a program that classifies nodes, as Puppet runs it", metavar="PROGRAM"),
    Option("--ignore", "leave out changes; may be repeated", metavar="TYPE[TITLE]ATTRIBUTE"),
    Option("--ignore-attr", "leave out changes of attributes", metavar="NAME[,NAME…]"),
    Option("--ignore-tags", "leave out resources with these tags", metavar="TAG[,TAG…]"),
    Option("--ignore-file", "a file with one rule of --ignore per line", metavar="FILE"),
    Option("--filters", "leave out changes without effect", metavar="NAME[,NAME…]"),
    Option("--include-tags", "show changes of tags"),
    Option("--include-classes", "show changes of the parameters of classes"),
    Option("--no-attributes", "do not show the attributes of new resources"),
    Option("--no-data", "do not show the keys of Hiera that have other values"),
    Option("--no-order", "do not compare the effective order, cycles and races"),
    Option("--compile-all", "compile also nodes whose inputs have not changed"),
    Option("--scheduler", "compare on the workers of a Dask cluster", metavar="ADDRESS"),
    Option("--jobs", "number of processes (number of cores)", metavar="N"),
    Option(
        "--results", "also write the result of each node to a file, one per line", metavar="FILE"
    ),
    Option("--most", f"markdown: maximum number of characters ({MOST})", metavar="N"),
)
COMMAND = Command(
    "diff",
    "[OPTION…] FROM TO",
    (*OWN, *_TARGET),
    (
        ("duckrow diff old.json new.json", "two catalogs"),
        ("duckrow diff main feature --node web1 --facts web1.yaml", "two branches, one node"),
        ("duckrow diff v1.4 HEAD --facts facts/", "a fleet: facts/NODE.yaml for each node"),
        ("duckrow diff production staging --facts facts/", "two environments"),
        ("duckrow diff main HEAD --facts facts/ --format markdown", "a comment for a change"),
    ),
    "FROM and TO are catalogs in JSON, refs of a git repository, directories of environments, or\n"
    "names of environments; git:REF, environment:NAME and directory:DIR say which.\n"
    "The exit code is 0 without differences, 2 with differences, 1 after an error.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Compare; return 0 for no difference, 2 for differences, 1 for a failure."""
    if len(arguments.words) != 2:
        raise UsageError("name what to compare: duckrow diff FROM TO")
    from duckrow.diff.filters import check_filters
    from duckrow.diff.report import Report

    settings = read_settings(arguments, OWN)
    rules = _rules(arguments)
    filters = [*arguments.listed("filters"), "AbsentFile"]
    check_filters(filters)
    most = arguments.count("most", MOST)
    old, new = arguments.words
    report = Report(old, new, shows_attributes=not arguments.has("no-attributes"))
    if old.endswith(".json") and new.endswith(".json"):
        from duckrow.cli.commands.diff_catalogs import compare_files

        report.add(compare_files(arguments.words, rules, filters, arguments, settings))
    else:
        from duckrow.cli.commands.diff_fleet import compare_fleet

        results = compare_fleet(arguments, settings, rules, filters, _cache(arguments), console)
        _collect(report, results, arguments)
    console.print_result(_written(report, arguments.get("format", "text"), most, console), end="")
    if report.has_failed:
        return FAILURE
    return DIFFERENT if report.is_different else SAME


def _collect(report: Report, results: Iterable[NodeResult], arguments: Arguments) -> None:
    """Add results to the report, and stream them to a file if there is one."""
    if not arguments.has("results"):
        for result in results:
            report.add(result)
        return
    from orjson import dumps

    from duckrow.machine.files.line_file import LineFile

    expect_writable(arguments.get("results"))
    with LineFile(arguments.get("results")) as file:
        for result in results:
            file.write(dumps(result))  # before the report notes what other nodes have
            report.add(result)


def _cache(arguments: Arguments) -> str | None:
    if arguments.has("no-cache"):
        return None
    return arguments.get("cache-dir") or cache_directory()


def _rules(arguments: Arguments) -> Rules:
    from duckrow.diff.ignore import IGNORED_BY_DEFAULT, Rules, attribute_rules, read_rules

    found = [] if arguments.has("include-classes") else read_rules(IGNORED_BY_DEFAULT)
    if not arguments.has("include-tags"):
        found += attribute_rules(["tags"])
    found += read_rules(arguments.all("ignore"))
    found += attribute_rules(arguments.all("ignore-attr"))
    for path in arguments.all("ignore-file"):
        found += read_rules(_lines(path))
    return Rules(found, arguments.listed("ignore-tags"))


def _lines(path: str) -> list[str]:
    expect_readable_file(path)
    lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _written(report: Report, form: str, most: int, console: Console) -> str:
    if form == "json":
        from json import dumps

        return dumps(report.to_data(), indent=2, ensure_ascii=False) + "\n"
    if form == "markdown":
        from duckrow.diff.markdown import write_markdown

        return write_markdown(report, most)
    if form == "html":
        from duckrow.diff.page import write_page

        return write_page(report)
    from duckrow.diff.text import write_text

    return write_text(report, color=console.colors_output)
