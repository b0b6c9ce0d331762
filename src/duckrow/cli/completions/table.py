"""The commands with all their options, as the scripts need them."""

from __future__ import annotations

from duckrow.cli.options import COMMANDS, COMMON, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.options import Option

FILES, DIRECTORIES, NOTHING = "files", "directories", ""


class Completed:
    """One command: its name, summary, actions (such as list), and options."""

    __slots__ = ("actions", "name", "options", "summary")

    def __init__(
        self, name: str, summary: str, actions: Sequence[str], options: Sequence[Option]
    ) -> None:
        self.name = name
        self.summary = summary
        self.actions = tuple(actions)
        self.options = tuple(options)


def all_commands() -> list[Completed]:
    """Return every command; help is completed with the names of the commands."""
    found = []
    for name, summary in COMMANDS.items():
        command = load(name)[0]
        actions = tuple(COMMANDS) if name == "help" else command.actions
        found.append(Completed(name, summary, actions, (*command.options, *COMMON)))
    return found


def kind_of(option: Option) -> str:
    """Return what completes the value of an option: files, directories or nothing."""
    if option.metavar.startswith("FILE"):
        return FILES
    return DIRECTORIES if option.metavar.startswith("DIR") else NOTHING
