"""cf-promises: read, check and show a policy without running it."""

from __future__ import annotations

import sys

from duckrow.cfengine.agent.command_line import Option, begin_command
from duckrow.cfengine.agent.output import write_diagnostic, write_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.agent.read import Reader
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options

    Given = Mapping[str, list[str]]

OPTIONS = (
    Option("workdir", "w", "yes", "keep state and inputs below this directory"),
    Option("eval-functions", "", "maybe", "call functions while checking: yes (default) or no"),
    Option("show-classes", "", "maybe", "list the classes, by a pattern"),
    Option("show-vars", "", "maybe", "list the variables, by a pattern"),
    Option("show-server", "", "maybe", "list the promises of a server: text or json"),
    Option("show-monitor", "", "maybe", "list the measurements of a monitor: text or json"),
    Option("help", "h", "no", "print this help"),
    Option("bundlesequence", "b", "yes", "check with these bundles instead of those of the policy"),
    Option("debug", "d", "no", "show debug messages"),
    Option("verbose", "v", "no", "show verbose messages"),
    Option("log-level", "g", "yes", "error, warning, notice, info, verbose or debug"),
    Option("dry-run", "n", "no", "accepted for compatibility: nothing is ever changed"),
    Option("version", "V", "no", "print the version"),
    Option("file", "f", "yes", "check this policy instead of promises.cf"),
    Option("define", "D", "yes", "define these classes from the start, separated by commas"),
    Option("negate", "N", "yes", "keep these classes undefined at the start"),
    Option("inform", "I", "no", "show informational messages"),
    Option("diagnostic", "x", "no", "no longer supported"),
    Option("policy-output-format", "p", "yes", "print the policy: none, cf, json, or -full"),
    Option("syntax-description", "s", "yes", "print the syntax of the language: none or json"),
    Option("full-check", "c", "no", "check that all used bundles and bodies exist"),
    Option("warn", "W", "yes", "warnings, or error=warnings: all, deprecated, removed"),
    Option("color", "C", "maybe", "colour the levels: always, auto or never"),
    Option("tag-release", "T", "yes", "mark a directory with a promises.cf as validated"),
    Option("timestamp", "l", "no", "start each log line with the time"),
    Option("ignore-preferred-augments", "", "no", "read def.json, not def_preferred.json"),
    Option("log-modules", "", "yes", "accepted for compatibility"),
    Option("deprecated", "r", "no", ""),
)
_FORMATS = ("none", "cf", "json", "cf-full", "json-full")
_WARNINGS = ("deprecated", "removed")
_LEVELS = ("error", "warning", "notice", "info", "verbose", "debug")

PROGRAM = "cf-promises"
GOOD, BAD = 0, 1


class _End(Exception):  # noqa: N818 - not a mistake in itself
    def __init__(self, code: int) -> None:
        self.code = code


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-promises and return the exit code."""
    from duckrow.cfengine.agent.command import configure_log

    begun = begin_command(PROGRAM, OPTIONS, words, log)
    if isinstance(begun, int):
        return begun
    given, rest = begun
    try:
        _check_options(given, rest, log)
        configure_log(log, given)
        return _run(given, rest, log)
    except _End as end:
        return end.code
    finally:
        sys.stdout.flush()


def _check_options(given: Given, rest: list[str], log: Log) -> None:
    """Handle options that end the command: invalid, retired, or --syntax-description."""
    if "deprecated" in given:
        log.error("Option '-r' has been deprecated")
        raise _End(BAD)
    if "diagnostic" in given:
        log.error("Self-diagnostic functionality is retired.")
        raise _End(GOOD)
    for level in given.get("log-level", ()):
        if level.lower() not in _LEVELS:
            write_diagnostic(log, f"Invalid log level: '{level}'")
            raise _End(BAD)
    for wanted in given.get("policy-output-format", ()):
        if wanted not in _FORMATS:
            names = ", ".join(f"'{each}'" for each in _FORMATS)
            log.error(f"Invalid policy output format: '{wanted}'. Possible values are {names}")
            raise _End(BAD)
    for wanted in given.get("syntax-description", ()):
        if wanted == "json":
            from duckrow.cfengine.policy.dump_syntax import describe

            sys.stdout.write(describe())
            raise _End(GOOD)
        if wanted != "none":
            log.error(
                f"Invalid syntax description output format: '{wanted}'."
                " Possible values are 'none', 'json'"
            )
            raise _End(BAD)
    if len(rest) > 1:
        log.error("Too many arguments")
        raise _End(BAD)


def _run(given: Given, rest: list[str], log: Log) -> int:
    from duckrow.cfengine.agent.make_options import make_options
    from duckrow.cfengine.agent.work_directory import make_work_directory

    tagged = given.get("tag-release", [""])[-1]
    options = make_options(given, [f"{tagged}/promises.cf"] if tagged else rest)
    if isinstance(options, str):
        log.error(options)
        return BAD
    if rest:
        # A path without -f is not searched among the inputs.
        options.entry_point = rest[0]
    make_work_directory(options.work_directory)  # a policy is also checked where this fails
    options.calls_functions = (given.get("eval-functions", ["yes"])[-1] or "yes") == "yes"
    components = [each for each in ("server", "monitor") if f"show-{each}" in given]
    if components:
        from duckrow.cfengine.agent.daemons import show_component

        return max(show_component(options, log, given, each) for each in components)
    return check(options, given, log)


def check(options: Options, given: Given, log: Log) -> int:
    """Load and check a policy, print what the options ask for, and return the exit code."""
    from duckrow.cfengine.agent.prepare import log_input_error, make_context, prepare
    from duckrow.cfengine.values.outcomes import Aborted
    from duckrow.source.errors import InputError

    context = make_context(options, log, "common")
    context.is_checking = True
    # Set late: a dry run from the start would define the class opt_dry_run.
    options.is_dry_run = True
    try:
        prepare(context, given)
        reader = _make_reader(context, given)
        _load(context, reader, given)
        tagged = given.get("tag-release", [""])[-1]
        if tagged:
            from duckrow.cfengine.agent.tag import tag_release

            if not tag_release(context, tagged):
                log.error("The given directory could not be tagged, sorry.")
                return BAD
        _show(context, reader, given)
    except Aborted as aborted:
        if aborted.message:
            log.error(f"Fatal CFEngine error: {aborted.message}")
        return BAD
    except InputError as error:
        log_input_error(log, error)
        return BAD
    finally:
        if context.state is not None:
            context.state.close()
    return GOOD


def _make_reader(context: Context, given: Given) -> Reader:
    from duckrow.cfengine.agent.read import Reader

    reader = Reader(context)
    reader.allows_writable_files = True
    for words in given.get("warn", ()):
        if words == "error":
            reader.warnings_as_errors.update(_WARNINGS)
            continue
        target = reader.warnings
        names = words
        if words.startswith("error="):
            target, names = reader.warnings_as_errors, words.removeprefix("error=")
        for name in names.split(",") if names else [""]:
            if name != "all" and name not in _WARNINGS:
                if words:
                    context.log.error(f"Unrecognized warning '{name}'")
                context.log.error("Error parsing warning option")
                raise _End(BAD)
            target.update(_WARNINGS if name == "all" else (name,))
    return reader


def _load(context: Context, reader: Reader, given: Given) -> None:
    """Load and check all files, and resolve their variables and classes."""
    from duckrow.cfengine.evaluation.control import control_flag
    from duckrow.cfengine.evaluation.load import Loader
    from duckrow.cfengine.policy.check import check_policy
    from duckrow.cfengine.values.outcomes import Aborted

    loader = Loader(context, reader.read)
    loader.load(context.options.entry_point)
    policy = context.policy
    is_full = "full-check" in given
    has_sequence = "bundlesequence" in given
    is_run = not has_sequence and (is_full or policy.control("common") is not None)
    needs_comments = control_flag(context, "common", "require_comments")
    last_file = next(reversed(policy.files), context.options.entry_point)
    errors = check_policy(policy, last_file, is_run=is_run, needs_comments=needs_comments)
    if errors:
        for line in errors:
            write_diagnostic(context.log, line)
        raise Aborted
    loader.resolve()
    if is_full and not has_sequence:
        from duckrow.cfengine.agent.sequence import verify_sequence

        verify_sequence(context)


def _show(context: Context, reader: Reader, given: Given) -> None:
    """Print what the options ask for."""
    wanted = given.get("policy-output-format", ["none"])[-1]
    if wanted != "none":
        write_output(_dump(context, reader, wanted))
    if "show-classes" in given or "show-vars" in given:
        from duckrow.cfengine.agent.show import show_classes, show_variables

        if "show-classes" in given:
            show_classes(context, given["show-classes"][-1] or ".*")
        if "show-vars" in given:
            show_variables(context, given["show-vars"][-1] or ".*")


def _dump(context: Context, reader: Reader, wanted: str) -> str:
    from duckrow.cfengine.policy.dump import to_json, to_text
    from duckrow.cfengine.policy.policy import Policy

    policy = context.policy
    if not wanted.endswith("-full"):
        # Read the file again, without the files that it includes.
        path = context.options.entry_point
        found = reader.read(path)
        policy = Policy()
        policy.add(() if found is None else found[0], path)
    write = to_json if wanted.startswith("json") else to_text
    return write(policy.bundles, policy.bodies)
