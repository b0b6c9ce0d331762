"""The verbose messages before the first bundle and after the last one."""

from __future__ import annotations

from duckrow import CFENGINE_VERSION
from duckrow.cfengine.agent.policy_server import FILE
from duckrow.cfengine.agent.summary import outcome, version_of_policy
from duckrow.machine.local_time import local_time_text
from duckrow.machine.paths import exists, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

_LINE = "-" * 64
_LEGEND = (
    "PREFIX LEGEND:",
    " V: variable or parameter new definition in scope",
    " C: class/context new definition ",
    " B: bundle start/end execution marker",
    " P: promise execution output ",
    " A: accounting output ",
    " T: time measurement for stated object (promise or bundle)",
)


def log_start(context: Context) -> None:
    """Log the version, the work directory and the host."""
    verbose = context.log.verbose
    verbose(f" CFEngine Core {CFENGINE_VERSION}")
    _log_title(context, "Initialization preamble")
    verbose(f"Work directory is {context.options.work_directory}")
    verbose(f"Reference time set to '{local_time_text(context.options.started)}'")
    verbose(f"CFEngine Core {CFENGINE_VERSION} - ready")
    _log_title(context, "Environment discovery")
    for words, name in (
        ("Host name is: {}", "sys.host"),
        ("Operating System Type is {}", "sys.os"),
        ("Operating System Release is {}", "sys.release"),
        ("Architecture = {}", "sys.arch"),
        ("CFEngine detected operating system description is {}", "sys.class"),
        ("The time is now {}", "sys.date"),
    ):
        verbose(words.format(context.text_of(name) or ""))


def log_policy_server(context: Context) -> None:
    """Log where this host belongs."""
    work = context.options.work_directory
    path = f"{work}/{FILE}"
    if exists(path):
        server = read_bytes(path, 4096).decode("utf-8", "replace").strip()
        context.log.verbose(f"This agent is bootstrapped to: {server}")
    else:
        context.log.verbose(f"This agent is not bootstrapped - can't find {FILE} in: {work}")


def log_classes(context: Context) -> None:
    """Log the legend of prefixes, and the hard and soft classes."""
    verbose = context.log.verbose
    for line in (_LINE, *_LEGEND, _LINE, _LINE, "BEGIN Discovered hard classes:"):
        verbose(line)
    for name in sorted(context.classes.hard):
        verbose(f"C: discovered hard class {name}")
    verbose("END Discovered hard classes")
    verbose(_LINE)
    soft = sorted(each.qualified_name for each in context.classes.soft.values())
    if soft:
        verbose(_LINE)
        verbose("BEGIN initial soft classes:")
        for name in soft:
            verbose(f"C: added soft class {name}")
        verbose("END initial soft classes")
        verbose(_LINE)
    _log_title(context, "Preliminary variable/class-context convergence")


def log_sequence(context: Context, names: list[object]) -> None:
    """Log the bundles of the run."""
    _log_title(context, "Begin policy/promise evaluation")
    shown = ",".join(f'"{name}"' for name in names)
    context.log.verbose(f"Using bundlesequence =>  {{{shown}}}")


def log_end(context: Context) -> None:
    """Log the percentages of promises that were kept, repaired and not repaired."""
    text = outcome(context)
    if text is None:
        version = version_of_policy(context)
        context.log.verbose(f"Outcome of version '{version}', no checks were scheduled")
    else:
        context.log.verbose(f"Logging total compliance, total '{text}'")


def _log_title(context: Context, title: str) -> None:
    for line in (_LINE, f" {title} ", _LINE):
        context.log.verbose(line)
