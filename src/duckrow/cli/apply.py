"""`duckrow apply`: apply manifests and catalogs to this host."""

from __future__ import annotations

import gc

from duckrow.cli.one_run import apply_parts
from duckrow.cli.options import Command, Option
from duckrow.cli.parts import find_parts
from duckrow.cli.target import TARGET, read_settings, setting_option
from duckrow.machine.this_process import GC_THRESHOLDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

OWN = (
    Option("-e", "apply this code instead of manifests", metavar="CODE"),
    Option("--catalog", "apply a catalog from a JSON file, - for stdin", metavar="FILE"),
    Option("--detailed-exitcodes", "2: changes, 4: failures, 6: both"),
    Option("-t --test", "--verbose --show-diff --detailed-exitcodes"),
    Option("--root", "apply to a scratch root directory", metavar="DIR"),
    Option("--state-dir", "directory of reports and backups", metavar="DIR"),
    Option("--no-state", "neither read nor store state"),
    Option(
        "--durability",
        "when changes are synced to the disk: each file, at the end of the run, never (file)",
        choices=("file", "run", "none"),
    ),
    Option("--passes", "retry failed and skipped resources, up to N passes (1)", metavar="N"),
    Option("--wait-for-lock", "seconds to wait for another run (0)", metavar="SECONDS"),
    Option("--report", "write the report to a file, as JSON or YAML", metavar="FILE"),
)
SETTINGS = (
    Option("--noop", "change nothing, report what would change", is_switch=True),
    Option("--tags", "apply only resources with one of these tags", metavar="TAG[,TAG…]"),
    Option("--skip-tags", "skip resources with one of these tags", metavar="TAG[,TAG…]"),
    Option("--show-diff", "show diffs of file contents", is_switch=True),
    Option("--ignoreschedules", "ignore schedules", is_switch=True),
    Option("--evaltrace", "with --verbose: log each resource and its duration", is_switch=True),
    Option("--graph", "write the order of resources as Graphviz files", is_switch=True),
    Option("--graphdir", "directory for --graph (graphs, in the state directory)", metavar="DIR"),
)

COMMAND = Command(
    "apply",
    "[OPTION…] [FILE|DIRECTORY]…",
    (*OWN, *SETTINGS, *TARGET),
    (
        ("duckrow apply site.pp", "a manifest"),
        (
            "duckrow apply --noop -e 'file { \"/tmp/pond\": ensure => directory }'",
            "show what would change",
        ),
        ("duckrow apply --catalog pond.json --detailed-exitcodes", "a catalog compiled before"),
        ("duckrow apply --root /tmp/scratch site.pp", "to a scratch root directory"),
    ),
    "Without a file, the environment's manifests are applied; - is stdin.\n"
    "Exit codes: 0 success, 1 failure; see --detailed-exitcodes.\n"
    "Any setting of puppet.conf is an option too.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Apply the given manifests or catalog."""
    # They stay until the process ends: restoring them would start a collection for nothing.
    gc.set_threshold(*GC_THRESHOLDS)
    parts = find_parts(arguments)
    settings = read_settings(arguments, OWN)
    applied = apply_parts(parts, arguments, settings, console)
    if applied is None:
        return 1
    is_detailed = arguments.has("detailed-exitcodes") or arguments.has("test")
    return applied.exit_code(is_detailed=is_detailed)
