"""The completion for fish."""

from __future__ import annotations

from duckrow.cli.completions.table import DIRECTORIES, FILES, Completed, kind_of
from duckrow.cli.options import COMMON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.options import Option


def fish_script(commands: list[Completed]) -> str:
    """Return the script."""
    names = " ".join(command.name for command in commands)
    lines = [
        "# Completion of duckrow for fish: duckrow completion fish | source",
        "",
        f"set -l commands {names}",
    ]
    before = "not __fish_seen_subcommand_from $commands"
    for command in commands:
        words = f"-a {command.name} -d {_quoted(command.summary)}"
        lines.append(f'complete -c duckrow -f -n "{before}" {words}')
    # Before the command there are only the common options.
    lines += [f'complete -c duckrow -n "{before}" {_spec(each)}' for each in COMMON]
    for command in commands:
        after = f"__fish_seen_subcommand_from {command.name}"
        if command.actions:
            actions = " ".join(command.actions)
            unseen = f"{after}; and not __fish_seen_subcommand_from {actions}"
            if command.name == "help":  # the actions of help are the commands
                unseen = after
            lines.append(f"complete -c duckrow -f -n '{unseen}' -a '{actions}'")
        lines += [f"complete -c duckrow -n '{after}' {_spec(each)}" for each in command.options]
    return "\n".join([*lines, ""])


def _spec(option: Option) -> str:
    words = [
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
    ]
    if option.choices:
        words.append(f"-x -a '{' '.join(option.choices)}'")
    elif option.metavar and not option.is_switch:
        kind = kind_of(option)
        suffix = {FILES: "-r -F", DIRECTORIES: "-x -a '(__fish_complete_directories)'"}
        words.append(suffix.get(kind, "-x"))
    words.append(f"-d {_quoted(option.text)}")
    return " ".join(words)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
