"""generate: only plain absolute names run, and what goes wrong is told in the reference's words."""

from __future__ import annotations

import pytest
from tests.unit.puppet.functions.fake_scope import scope_in

from duckrow.puppet.functions.files.generate import GENERATE
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld

WORLD = FakeWorld(
    {"/bin/duck": b"", "/bin/sick": b""},
    {
        ("/bin/duck", "1", "[2]", "x y; id"): (0, b"quack\n"),
        ("/bin/sick",): (3, b" ill \n"),
        ("/bin/dead",): (-9, b""),
    },
)


def refusal(*words: object) -> str:
    with pytest.raises(EvaluationError) as caught:
        GENERATE(scope_in(WORLD), *words)
    return caught.value.message


def test_a_command_is_run_with_its_words_as_they_are() -> None:
    assert GENERATE(scope_in(WORLD), "/bin/duck", 1, ["[2]", ["x y; id"]]) == "quack\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("duck", "Generators must be fully qualified"),
        (
            "/bin/duck; id",
            "Generators can only contain alphanumerics, file separators, and dashes",
        ),
        (
            "/bin/duck\n/bin/id",
            "Generators can only contain alphanumerics, file separators, and dashes",
        ),
        ("/bin/../bin/duck", "Can not use generators with '..' in them."),
        ("/none/duck", "No such file or directory @ dir_chdir - /none"),
        ("/bin/duck/wing", "Not a directory @ dir_chdir - /bin/duck"),
        (
            "/bin/sick",
            "Failed to execute generator /bin/sick: Execution of '/bin/sick' returned 3: ill",
        ),
        (
            "/bin/nobody",
            "Failed to execute generator /bin/nobody: Execution of '/bin/nobody' returned 1: ",
        ),
        (
            "/bin/dead",
            "Failed to execute generator /bin/dead: Execution of '/bin/dead' returned : ",
        ),
    ],
)
def test_what_is_rejected(command: str, message: str) -> None:
    assert refusal(command) == message


def test_what_is_no_text_is_no_command() -> None:
    scope = scope_in(WORLD)
    with pytest.raises(EvaluationError, match="Generators must be fully qualified"):
        GENERATE(scope, 1)
    warning = "Cannot check if 1 is an absolute path because it is a 'Integer' and not a String'"
    assert scope.build.logged == [("warning", "Puppet", warning)]
