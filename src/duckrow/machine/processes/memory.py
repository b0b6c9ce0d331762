"""Commands with prepared answers, for tests."""

from __future__ import annotations

import os
from errno import ENOENT

from duckrow.machine.processes.command import Result, result_of
from duckrow.machine.processes.commands import Commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.processes.command import Command
    from duckrow.machine.processes.table import Process

    Answer = Result | tuple[int, bytes] | Callable[[Command], Result]


class MemoryCommands(Commands):
    """Answers by argument vector; the vectors that were run are kept in order.

    The longest prefix of a vector that has an answer counts: an answer for `("apt-get",)` is for
    every call of it. A tool is known by its name and by any path that ends in it.
    """

    __slots__ = ("answers", "asked", "processes", "signalled", "tools")

    def __init__(self, answers: dict[tuple[str, ...], Answer] | None = None) -> None:
        self.answers: dict[tuple[str, ...], Answer] = dict(answers or {})
        self.asked: list[Command] = []
        self.tools: dict[str, str] = {}
        self.processes: list[Process] = []
        # Signals that were sent, as (pid, number).
        self.signalled: list[tuple[int, int]] = []

    def run(self, command: Command, on_output: Callable[[bytes], None] | None = None) -> Result:
        self.asked.append(command)
        argv = (command.program, *command.argv[1:])
        for words in (argv, (argv[0].rpartition("/")[2], *argv[1:])):
            for length in range(len(words), 0, -1):
                answer = self.answers.get(words[:length])
                if answer is None:
                    continue
                if isinstance(answer, tuple):
                    answer = result_of(*answer)
                result = answer if isinstance(answer, Result) else answer(command)
                if on_output is not None:
                    on_output(result.output.content)
                return result
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), argv[0])

    def find(self, name: str, path: str | None = None) -> str | None:  # noqa: ARG002
        if name in self.tools:
            return self.tools[name]
        if any(words[0] == name for words in self.answers):
            return name if name.startswith("/") else f"/usr/bin/{name}"
        return None

    def table(self) -> list[Process]:
        return list(self.processes)

    def signal(self, pid: int, number: int) -> None:
        self.signalled.append((pid, number))

    @property
    def vectors(self) -> list[list[str]]:
        """Return the argument vectors that were run, in order."""
        return [command.argv for command in self.asked]
