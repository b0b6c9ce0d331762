"""cf-agent: parse the command line, run the policy, return the exit code."""

from __future__ import annotations

import sys

from duckrow.cfengine.agent.command_line import Option, begin_command
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.output import write_diagnostic
from duckrow.cfengine.evaluation.messages.log import LEVELS
from duckrow.machine.this_process import is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.messages.log import Log

OPTIONS = (
    Option("bootstrap", "B", "yes", "fetch the policy of this server from now on, HOST[:PORT]"),
    Option("bundlesequence", "b", "yes", "run these bundles instead of those the policy names"),
    Option("workdir", "w", "yes", "keep state and inputs below this directory"),
    Option("debug", "d", "no", "show debug messages"),
    Option("define", "D", "yes", "define these classes from the start, separated by commas"),
    Option("self-diagnostics", "x", "no", "check the installation (nothing to check here)"),
    Option("dry-run", "n", "no", "change nothing; log what would change"),
    Option("file", "f", "yes", "run this policy instead of promises.cf"),
    Option("help", "h", "no", "print this help"),
    Option("inform", "I", "no", "show informational messages"),
    Option("log-level", "g", "yes", "error, warning, notice, info, verbose or debug"),
    Option("negate", "N", "yes", "keep these classes undefined at the start"),
    Option("no-lock", "K", "no", "ignore the locks of promises and of other runs"),
    Option("verbose", "v", "no", "show verbose messages"),
    Option("version", "V", "no", "print the version"),
    Option("timing-output", "t", "no", "show times, together with --verbose"),
    Option("trust-server", "T", "maybe", "no: the server's key has to be trusted already"),
    Option("color", "C", "maybe", "colour the levels: always, auto or never"),
    Option("no-extensions", "E", "no", "accepted for compatibility"),
    Option("timestamp", "l", "no", "start each log line with the time"),
    Option("ignore-preferred-augments", "", "no", "read def.json, not def_preferred.json"),
    Option("log-modules", "", "yes", "accepted for compatibility"),
    Option("show-evaluated-classes", "", "maybe", "list the classes at the end, by a pattern"),
    Option("show-evaluated-vars", "", "maybe", "list the variables at the end, by a pattern"),
    Option(
        "skip-bootstrap-policy-run", "", "no", "bootstrap, but do not run the policy at the end"
    ),
    Option("skip-db-check", "", "maybe", "accepted for compatibility"),
    Option("explain", "", "maybe", "print at the end what was done, in which order and why"),
    Option("simulate", "", "yes", "change a copy: manifest, manifest-full or diff"),
)
PROGRAM = "cf-agent"


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-agent and return the exit code."""
    if sys.stdout is None:  # the parent process closed it
        from duckrow.machine.processes.streams import replace_missing_streams

        replace_missing_streams()
    begun = begin_command(PROGRAM, OPTIONS, words, log)
    if isinstance(begun, int):
        return begun
    given, rest = begun
    if "trust-server" in given and "bootstrap" not in given:
        log.error("Option --trust-server can only be used when bootstrapping")
        return 1
    if not configure_log(log, given) or not check_option_values(log, given):
        return 1
    options = make_options(given, rest)
    if isinstance(options, str):
        log.error(options)
        return 1
    if "bootstrap" in given:
        from duckrow.cfengine.agent.bootstrap import bootstrap

        return bootstrap(options, log, given)
    from duckrow.cfengine.agent.run import run

    return run(options, log, given)


def configure_log(log: Log, given: Mapping[str, list[str]]) -> bool:
    """Set the level, timestamps and colours of the log; return False if an option is invalid."""
    level = "notice"
    for name, values in given.items():
        if name == "log-level":
            found = level_of(values[-1])
            if found is None:
                write_diagnostic(log, f"Invalid log level: '{values[-1]}'")
                return False
            level = found
        else:
            level = _LEVEL_OPTIONS.get(name, level)
    log.level = LEVELS[level]
    if log.level >= LEVELS["info"]:
        # A user who asks for informational messages wants to see each at once.
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(line_buffering=True)
    log.timestamps = "timestamp" in given
    if "color" in given:
        word = given["color"][-1] or "auto"
        if word not in ("always", "auto", "never"):
            log.error(f"Unrecognized color mode '{word}'")
            return False
        has_terminal = any(map(is_terminal, range(3)))
        log.is_coloured = word == "always" or (word == "auto" and has_terminal)
    return True


_LEVEL_OPTIONS = {"inform": "info", "verbose": "verbose", "debug": "debug"}
_LEVEL_WORDS = {
    "critical": "critical",
    "errors": "error",
    "warnings": "warning",
    "notices": "notice",
    "information": "info",
    "verbose": "verbose",
    "debug": "debug",
}


def level_of(word: str) -> str | None:
    """Return the log level that a word or its beginning names, or None."""
    found = (level for whole, level in _LEVEL_WORDS.items() if whole.startswith(word.lower()))
    return next(found, None) if word else None


def check_option_values(log: Log, given: Mapping[str, list[str]]) -> bool:
    """Check the values of options that do not affect the run; return False if one is invalid."""
    for value in given.get("skip-db-check", ()):
        if value.lower() not in ("", "yes", "no"):
            log.error(f"Invalid argument for --skip-db-check(yes/no): '{value}'")
            return False
    for value in given.get("log-modules", ()):
        for name in value.split(","):
            if name not in _MODULES:
                log.warning(f"Unknown debug logging module '{name}'")
    for value in given.get("explain", ()):
        if value not in ("", "text", "json"):
            log.error(f"Invalid argument for --explain, 'text' or 'json' required, not '{value}'")
            return False
    if "workdir" in given:
        log.info(f"Setting workdir to '{given['workdir'][-1]}'")
    return True


_MODULES = (
    "all",
    "help",
    "evalctx",
    "expand",
    "iterations",
    "parser",
    "vartable",
    "vars",
    "locks",
    "ps",
)
