"""`duckrow completion`: print the completion of duckrow for a shell."""

from __future__ import annotations

from duckrow.cli.options import Command, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

SHELLS = ("bash", "zsh", "fish")

COMMAND = Command(
    "completion",
    "bash | zsh | fish",
    (),
    (
        ("source <(duckrow completion bash)", "complete in this shell; or put it into ~/.bashrc"),
        ("duckrow completion zsh -o ~/.zfunc/_duckrow", "for zsh, in a directory of $fpath"),
        ("duckrow completion fish | source", "for fish"),
    ),
    "An installed duckrow brings them, in share/ of its environment.",
    actions=SHELLS,
)


def run(arguments: Arguments, console: Console) -> int:
    """Print the script of the given shell."""
    if len(arguments.words) != 1 or arguments.words[0] not in SHELLS:
        raise UsageError("name a shell: bash, zsh or fish")
    console.print_result(script(arguments.words[0]), end="")
    return 0


def script(shell: str) -> str:
    """Return the completion script of a shell."""
    from duckrow.cli.completions.bash import bash_script
    from duckrow.cli.completions.fish import fish_script
    from duckrow.cli.completions.table import all_commands
    from duckrow.cli.completions.zsh import zsh_script

    write = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}[shell]
    return write(all_commands())
