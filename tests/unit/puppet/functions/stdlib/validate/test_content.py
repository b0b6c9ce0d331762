"""validate_cmd: a program sees the content in a file, and no shell is run."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from duckrow.puppet.functions.stdlib.validate.content import VALIDATE_CMD
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import World


class Judge(World):
    """A world whose only program takes files that quack, and says why not."""

    __slots__ = ("seen",)

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:
        if command[0] == "/none":
            raise FileNotFoundError(command[0])
        self.seen = command
        path = next(word for word in command[1:] if "validate_cmd" in word)
        with open(path, "rb") as file:
            return (0, b"") if file.read() == b"quack" else (3, b" no duck \n")


def scope_in(world: World) -> Any:
    return SimpleNamespace(build=SimpleNamespace(world=world))


def error_message(*arguments: object) -> str:
    with pytest.raises(EvaluationError) as caught:
        VALIDATE_CMD(scope_in(Judge()), *arguments)
    return caught.value.message


def test_the_file_is_the_last_word_or_stands_where_the_percent_sign_is() -> None:
    world = Judge()
    VALIDATE_CMD(scope_in(world), "quack", "/bin/duck -c")
    assert world.seen[:2] == ["/bin/duck", "-c"]
    VALIDATE_CMD(scope_in(world), "quack", "/bin/duck % -c")
    assert world.seen[2] == "-c"


def test_what_the_program_says_is_reported() -> None:
    told = error_message("woof", "/bin/duck")
    assert told.startswith('validate_cmd(): failed to validate content with command "/bin/duck"\n')
    assert told.endswith("returned 3: no duck")
    assert error_message("woof", "/bin/duck", "bad").startswith("bad\nExecution of '/bin/duck ")


def test_a_program_that_is_not_there_has_said_nothing() -> None:
    assert error_message("quack", "/none").endswith("returned 1: ")


@pytest.mark.parametrize("command", ["/bin/duck; id", "/bin/duck | id", "/bin/$(id)", "`id`"])
def test_no_shell(command: str) -> None:
    assert "needs a shell" in error_message("quack", command)
