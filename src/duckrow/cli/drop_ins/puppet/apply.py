"""`puppet apply`: apply a manifest or a catalog to this host."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.application import DEBUG, VERBOSE, Application
from duckrow.cli.drop_ins.puppet.optparse import Setting, Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of, use_state_of
from duckrow.cli.runs.one_run import apply_parts
from duckrow.cli.runs.parts import CATALOG, MANIFESTS, GivenPart
from duckrow.machine.paths import exists
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.one_run import Applied

APPLICATION = Application(
    "apply",
    "apply a manifest or a catalog to this host",
    "[OPTION…] [FILE]",
    (
        DEBUG,
        VERBOSE,
        Switch("--execute -e", "apply this code", metavar="CODE", key="e"),
        Switch("--loadclasses -L", "include the classes of the classfile too"),
        Switch("--test -t", "--verbose --detailed-exitcodes --show_diff"),
        Switch("--use-nodes", "nothing: nodes are always used"),
        Switch("--detailed-exitcodes", "2: changes, 4: failures, 6: both"),
        Switch(
            "--write-catalog-summary", "write the names of classes and resources", key="summary"
        ),
        Switch("--catalog -c", "apply a catalog from a JSON file, - for stdin", metavar="FILE"),
        Setting(
            "--logdest -l",
            "write the log to a file, syslog or console, or to several",
            metavar="DEST[,DEST…]",
        ),
        Switch("--parseonly", "nothing: puppet parser validate checks a manifest"),
    ),
    notes="Without a file, code is read from standard input.\n"
    "Exit codes: 1 if the run failed; otherwise 0, unless --detailed-exitcodes is given.",
    examples=(
        "puppet apply site.pp",
        "puppet apply --modulepath modules -e 'include ntp'",
        "puppet apply --catalog pond.json",
    ),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Apply a manifest, code or a catalog."""
    if arguments.has("parseonly"):
        manual = "puppet parser validate <manifest>"
        console.print_result(f"--parseonly has been removed. Please use '{manual}'")
        return 1
    if arguments.has("summary"):
        arguments.add("write-catalog-summary", "true")
    settings = settings_of(APPLICATION, arguments, console)
    if settings.get("configprint"):
        from duckrow.cli.drop_ins.puppet.config import print_asked

        return print_asked(settings, APPLICATION.section)
    use_state_of(settings, arguments)
    if arguments.has("loadclasses") and not exists(settings["classfile"]):
        arguments.remove("loadclasses")  # no run has written the classes yet
    part = _part(arguments, console)
    applied = apply_parts([part], arguments, settings, console, as_original=True)
    return 1 if applied is None else _exit_code(applied, part, arguments)


def _part(arguments: Arguments, console: PuppetConsole) -> GivenPart:
    """Return the catalog, the code or the manifest to apply."""
    words = arguments.words
    if arguments.has("catalog"):
        words.clear()
        return GivenPart(CATALOG, [arguments.get("catalog")])
    if arguments.has("e"):
        del arguments.all("e")[:-1]  # the last one counts
        words.clear()
        return GivenPart(MANIFESTS, [], "-e")
    path = words[0] if words else "-"
    if words and not exists(path):
        raise InputError(f"Could not find file {path}")
    if len(words) > 1:
        skipped = ", ".join(words[1:])
        message = f"Only one file can be applied per run.  Skipping {skipped}"
        console.print_log("warning", message)
    words[:] = [path]
    return GivenPart(MANIFESTS, [path])


def _exit_code(applied: Applied, part: GivenPart, arguments: Arguments) -> int:
    """Return the original's exit code, which is 0 also if resources failed."""
    report = applied.report
    if applied.signal or applied.has_failed_command or report.not_applied:
        return 1
    if not all(each.is_applied for each in report.parts):
        return 1
    is_detailed = arguments.has("detailed-exitcodes") or arguments.has("test")
    # The original forgets the result of a catalog.
    return report.exit_code() if is_detailed and part.kind != CATALOG else 0
