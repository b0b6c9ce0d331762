"""`duckrow module`: its options, and the choice of the action; cli/modules holds the actions."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

# Each is a file of cli/modules.
ACTIONS = ("check", "pack", "key", "sign", "verify")

COMMAND = Command(
    "module",
    "check|pack|key|sign|verify [OPTION…] DIRECTORY|PACKAGE|NAME…",
    (
        Option(
            "--format", "text (default), or one JSON object per module", choices=("text", "json")
        ),
        Option("--all", "check: list every file, not only those that cannot run"),
        Option("--into", "pack: write packages there (the working directory)", metavar="DIRECTORY"),
        Option("--key", "sign: a private Ed25519 key in PEM", metavar="FILE"),
        Option("--trust", "verify: a directory of public keys", metavar="DIRECTORY"),
    ),
    (
        ("duckrow module check modules/apache", "which parts run"),
        ("duckrow module check --all modules/apache", "the same, file by file"),
        ("duckrow module check --format json modules", "every module, as JSON"),
        ("duckrow module pack --into packages modules/apache", "write one package"),
        ("duckrow module verify --trust /etc/duckrow/keys packages/*.par", "is it signed?"),
    ),
    actions=ACTIONS,
    notes=(
        "A directory of modules stands for all modules in it. Manifests, EPP templates and data\n"
        "run natively; so do functions and resource types that duckrow replaces by its own. ERB\n"
        "templates and all other Ruby code run in a Ruby interpreter of duckrow's."
    ),
)


def run(arguments: Arguments, console: Console) -> int:
    """Run an action with the words after it."""
    if not arguments.words:
        raise UsageError(f"give a subcommand: {', '.join(ACTIONS)}")
    action, *words = arguments.words
    if action not in ACTIONS:
        raise UsageError(f"give a subcommand: {', '.join(ACTIONS)}{nearest(action, ACTIONS)}")
    module = __import__(f"duckrow.cli.modules.{action}", fromlist=("run",))
    code: int = module.run(words, arguments, console)
    return code
