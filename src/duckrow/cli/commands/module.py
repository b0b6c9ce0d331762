"""`duckrow module`: its options, and the choice of the action; cli/modules holds the actions."""

from __future__ import annotations

from duckrow.cli.expect import expect_subcommand
from duckrow.cli.options import Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

# Each is a file of cli/modules.
ACTIONS = ("check", "index", "pack", "key", "sign", "verify", "tree", "lock", "install")

COMMAND = Command(
    "module",
    "check|index|pack|key|sign|verify|tree|lock|install [OPTION…] DIRECTORY|PACKAGE|NAME…",
    (
        Option(
            "--format",
            "check, tree: text (default), or one JSON object per module or tree",
            choices=("text", "json"),
        ),
        Option("--all", "check: list every file, not only those that cannot run"),
        Option(
            "--into",
            "pack: write packages there (the working directory); install: fill it (the moduledir)",
            metavar="DIRECTORY",
        ),
        Option("--key", "sign: a private Ed25519 key in PEM", metavar="FILE"),
        Option(
            "--trust",
            "verify, install: packages must be signed by a key of this directory",
            metavar="DIRECTORY",
        ),
        Option("--from", "lock: take modules and packages from a directory", metavar="DIRECTORY"),
        Option("--forge", "lock: a Forge (the setting module_repository)", metavar="URL"),
        Option(
            "--several-versions",
            "lock: choose several versions of a module if no single one fits all",
        ),
        Option(
            "--ignore-range",
            "lock: ignore which versions of a module others need",
            metavar="MODULE",
        ),
        Option("--lock", "install: the lock to read (Puppetfile.lock.json)", metavar="FILE"),
        Option("--noop", "install: print what would change, and change nothing"),
        Option("--force", "install: replace modules that others installed or changed"),
    ),
    (
        ("duckrow module check modules/apache", "which parts run"),
        ("duckrow module check --all modules/apache", "the same, file by file"),
        ("duckrow module check --format json modules", "every module, as JSON"),
        ("duckrow module pack --into packages modules/apache", "write one package"),
        ("duckrow module verify --trust /etc/duckrow/keys packages/*.par", "is it signed?"),
        ("duckrow module tree modules", "what depends on what, and what is not met"),
        ("duckrow module lock", "choose versions for the Puppetfile here"),
        ("duckrow module lock --from packages", "the same, without a Forge"),
        ("duckrow module install", "fill the module directory from the lock"),
    ),
    actions=ACTIONS,
    notes=(
        "A directory of modules stands for all modules in it. Manifests, EPP templates and data\n"
        "run natively; so do functions and resource types that duckrow replaces by its own. ERB\n"
        "templates and all other Ruby code run in a Ruby interpreter of duckrow's.\n"
        "\n"
        "lock reads a Puppetfile, chooses a version of every module that it needs, and writes\n"
        "Puppetfile.lock.json beside it (-o writes it elsewhere). With --from, which may be given\n"
        "several times, a Forge is asked only if --forge names it. install changes nothing if any\n"
        "module cannot be fetched or has another digest than the lock. tree ends with exit code 1\n"
        "if a dependency is not met."
    ),
)


def run(arguments: Arguments, console: Console) -> int:
    """Run an action with the words after it."""
    action, words = expect_subcommand(arguments, ACTIONS)
    module = __import__(f"duckrow.cli.modules.{action}", fromlist=("run",))
    code: int = module.run(words, arguments, console)
    return code
