"""What --verbose tells of a run before its first bundle and after its last."""

from __future__ import annotations

from time import ctime

from duckrow.cfengine.agent.discovery import VERSION
from duckrow.cfengine.evaluation.control import control_text

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


def tell_start(context: Context) -> None:
    """Return which program this is, and where it runs."""
    say = context.log.verbose
    say(f" CFEngine Core {VERSION}")
    _tell_title(context, "Initialization preamble")
    say(f"Work directory is {context.options.work_directory}")
    say(f"Reference time set to '{ctime(context.options.started)}'")
    say(f"CFEngine Core {VERSION} - ready")
    _tell_title(context, "Environment discovery")
    for words, name in (
        ("Host name is: {}", "sys.host"),
        ("Operating System Type is {}", "sys.os"),
        ("Operating System Release is {}", "sys.release"),
        ("Architecture = {}", "sys.arch"),
        ("CFEngine detected operating system description is {}", "sys.class"),
        ("The time is now {}", "sys.date"),
    ):
        say(words.format(context.text_of(name) or ""))


def tell_classes(context: Context) -> None:
    """Explain the letters that lines begin with, and list the hard classes."""
    say = context.log.verbose
    for line in (_LINE, *_LEGEND, _LINE, _LINE, "BEGIN Discovered hard classes:"):
        say(line)
    for name in sorted(context.classes.hard):
        say(f"C: discovered hard class {name}")
    say("END Discovered hard classes")
    say(_LINE)
    soft = sorted(each.qualified_name for each in context.classes.soft.values())
    if soft:
        say(_LINE)
        say("BEGIN initial soft classes:")
        for name in soft:
            say(f"C: added soft class {name}")
        say("END initial soft classes")
        say(_LINE)
    _tell_title(context, "Preliminary variable/class-context convergence")


def tell_sequence(context: Context, names: list[object]) -> None:
    """Return which bundles are run."""
    _tell_title(context, "Begin policy/promise evaluation")
    shown = ",".join(f'"{name}"' for name in names)
    context.log.verbose(f"Using bundlesequence =>  {{{shown}}}")


def tell_end(context: Context) -> None:
    """Return how many promises were kept, as shares of all."""
    counts = context.counts
    total = sum(counts.values())
    version = control_text(context, "common", "version") or "(not specified)"
    if not total:
        context.log.verbose(f"Outcome of version '{version}', no checks were scheduled")
        return
    kept, repaired, failed = (counts[word] * 100 / total for word in ("kept", "repaired", "failed"))
    context.log.verbose(
        f"Logging total compliance, total 'Outcome of version {version} (agent-0): "
        f"Promises observed to be kept {kept:.2f}%, Promises repaired {repaired:.2f}%, "
        f"Promises not repaired {failed:.2f}%'"
    )


def _tell_title(context: Context, title: str) -> None:
    for line in (_LINE, f" {title} ", _LINE):
        context.log.verbose(line)
