"""`duckrow apply`: apply manifests, catalogs and policies to this host, in one run."""

from __future__ import annotations

from duckrow.cli.options import CLASSES, COMMON, LANGUAGE, Command, Option, UsageError
from duckrow.cli.runs.one_run import apply_parts
from duckrow.cli.runs.parts import POLICY, find_parts
from duckrow.cli.target import TARGET, check_target, read_settings, setting_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.parts import GivenPart

# Options that manifests, catalogs and policies have.
BOTH = (
    Option("-e", "apply this code instead of files", metavar="CODE"),
    LANGUAGE,
    Option("--detailed-exitcodes", "2: changes, 4: failures, 6: both"),
    Option("-t --test", "--verbose --show-diff --detailed-exitcodes"),
    Option("--noop", "change nothing, report what would change", is_switch=True),
    Option("--state-dir", "directory of reports, backups and other state", metavar="DIR"),
    Option("--wait-for-lock", "seconds to wait for another run (0)", metavar="SECONDS"),
    Option("--record", "store what `duckrow explain --run` needs"),
    Option("--format", "format of the report for -o (json)", choices=("json", "yaml")),
)
POLICIES = (
    *CLASSES,
    Option("--bundles", "policies: run these bundles only", metavar="NAME[,NAME…]"),
    Option(
        "--no-lock",
        "policies: ignore locks of promises, and of other runs unless manifests are applied too",
    ),
    Option(
        "--explain",
        "policies: explain the order at the end (text)",
        metavar="text|json",
        choices=("true", "text", "json"),
        is_switch=True,
    ),
    Option(
        "--simulate",
        "policies: change copies of files and show the result",
        choices=("diff", "manifest", "manifest-full"),
    ),
    Option(
        "--show-classes", "policies: list classes at the end", metavar="PATTERN", is_switch=True
    ),
    Option(
        "--show-variables", "policies: the same for variables", metavar="PATTERN", is_switch=True
    ),
)
PUPPET = (
    Option("--catalog", "apply a catalog from a JSON file, - for stdin", metavar="FILE"),
    Option("--loadclasses", "include the classes of the setting classfile too"),
    Option("--root", "apply to a scratch root directory", metavar="DIR"),
    Option("--no-state", "neither read nor store state"),
    Option(
        "--durability",
        "when changes are synced to the disk: each file, at the end of the run, never (file)",
        choices=("file", "run", "none"),
    ),
    Option("--passes", "retry failed and skipped resources, up to N passes (1)", metavar="N"),
)
SETTINGS = (
    Option("--tags", "apply only resources with one of these tags", metavar="TAG[,TAG…]"),
    Option("--skip-tags", "skip resources with one of these tags", metavar="TAG[,TAG…]"),
    Option("--show-diff", "show diffs of file contents", is_switch=True),
    Option("--ignoreschedules", "ignore schedules", is_switch=True),
    Option("--evaltrace", "with --verbose: log each resource and its duration", is_switch=True),
    Option("--graph", "write the order of resources as Graphviz files", is_switch=True),
    Option("--graphdir", "directory for --graph (graphs, in the state directory)", metavar="DIR"),
)

OWN = (*(option for option in BOTH if option.key != "noop"), *POLICIES, *PUPPET)

COMMAND = Command(
    "apply",
    "[OPTION…] [FILE|DIRECTORY]…",
    (*BOTH, *POLICIES, *PUPPET, *SETTINGS, *TARGET),
    (
        ("duckrow apply site.pp", "a manifest"),
        ("duckrow apply --define staging policy.cf", "a policy"),
        ("duckrow apply site.pp policy.cf", "both, in this order, in one run"),
        (
            "duckrow apply --noop -e 'file { \"/tmp/pond\": ensure => directory }'",
            "show what would change",
        ),
        ("duckrow apply --detailed-exitcodes pond.json", "a catalog compiled before"),
        ("duckrow apply --root /tmp/scratch site.pp", "to a scratch root directory"),
    ),
    "Files: manifests (.pp) and directories of them, catalogs (.json), policies (.cf, .json) and\n"
    "directories with a promises.cf. Without a file, the environment's manifests are applied;\n"
    "- is stdin. -o FILE writes the report to a file.\n"
    "Exit codes: 0 success, 1 failure; see --detailed-exitcodes.\n"
    "Any setting of puppet.conf is an option of manifests too.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Apply the given files."""
    parts = find_parts(arguments)
    _reject_options(arguments, parts)
    settings = None
    if any(part.kind != POLICY for part in parts):
        settings = read_settings(arguments, OWN)
        if len(parts) > 1:  # the only part finds these mistakes itself before it changes anything
            check_target(arguments, settings)
    arguments.count("passes", 1)
    applied = apply_parts(parts, arguments, settings, console)
    if applied is None:
        return 1
    is_detailed = arguments.has("detailed-exitcodes") or arguments.has("test")
    return applied.exit_code(is_detailed=is_detailed)


def _reject_options(arguments: Arguments, parts: list[GivenPart]) -> None:
    """Reject options that have no effect on what is applied."""
    kinds = {part.kind for part in parts}
    if arguments.has("format") and not arguments.has("output"):
        raise UsageError("--format is the format of the report that -o FILE writes")
    if arguments.has("record") and arguments.has("no-state"):
        raise UsageError("--record stores something, and --no-state stores nothing")
    if POLICY not in kinds:
        for option in POLICIES:
            if arguments.has(option.key):
                raise UsageError(f"--{option.key} is only for policies, and there is none")
    elif arguments.has("root") or arguments.has("no-state"):
        name = "root" if arguments.has("root") else "no-state"
        raise UsageError(f"--{name} is not for policies; --state-dir DIR has their work directory")
    elif kinds == {POLICY}:
        known = {option.key for option in (*BOTH, *POLICIES, *COMMON)}
        for name in arguments.names():
            if name not in known:
                raise UsageError(f"--{name} is not for policies, and there is nothing else")
