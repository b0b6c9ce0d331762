from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.environment.enc import ClassifierError, classify, read_answer
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import FakeWorld

ENC = Settings({"node_terminus": "exec", "external_nodes": "/enc --yaml"})


def answering(output: bytes, status: int = 0) -> FakeWorld:
    return FakeWorld(commands={("/enc", "--yaml", "duck"): (status, output)})


@pytest.mark.parametrize(
    ("text", "classes", "parameters", "environment"),
    [
        (
            b"classes: {a: {x: 1}, b: }\nparameters: {role: pond}\nenvironment: staging",
            {"a": {"x": 1}, "b": {}},
            {"role": "pond"},
            "staging",
        ),
        (b"classes: [a, b]", {"a": {}, "b": {}}, {}, None),
        (b"classes: a", {"a": {}}, {}, None),
        (b":classes: [a]\n:environment: :staging", {"a": {}}, {}, "staging"),
        (b"parameters: {}", {}, {}, None),
    ],
)
def test_an_answer(
    text: bytes, classes: dict[str, Any], parameters: dict[str, Any], environment: str | None
) -> None:
    found = classify(ENC, "duck", answering(text))
    assert (found.classes, found.parameters, found.environment) == (
        classes,
        parameters,
        environment,
    )


@pytest.mark.parametrize(
    ("world", "message"),
    [
        (
            answering(b"", 3),
            "Failed to find duck via exec: Execution of '/enc --yaml duck' returned 3: ",
        ),
        (answering(b" \n"), "Could not find node duck"),
        (
            answering(b"[1"),
            (
                "Could not load external node results for duck: (<unknown>): did not find expected "
                "',' or ']' while parsing a flow sequence at line 1 column 1"
            ),
        ),
        (answering(b"- a"), "Could not load external node results for duck"),
        (answering(b"classes: 5"), "classes are neither names nor a hash"),
        (answering(b"parameters: 5"), "parameters are no hash"),
        (FakeWorld(), "Failed to find duck via exec: Could not execute posix command: No such"),
    ],
)
def test_an_answer_that_is_none(world: FakeWorld, message: str) -> None:
    with pytest.raises(ClassifierError) as caught:
        classify(ENC, "duck", world)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("none", "You must set the 'external_nodes' parameter"),
        ("enc", "You must set the exec parameter to a fully qualified command"),
        ("", "You must set the exec parameter to a fully qualified command"),
    ],
)
def test_a_command_that_cannot_be(command: str, message: str) -> None:
    with pytest.raises(ClassifierError, match=message):
        classify(Settings({"external_nodes": command}), "duck", FakeWorld())


def test_the_name_is_one_word_for_the_classifier() -> None:
    world = FakeWorld(commands={("/enc", "--yaml", "a b; c"): (0, b"classes: [x]")})
    assert classify(ENC, "a b; c", world).classes == {"x": {}}


def test_keys_of_other_kinds_are_words() -> None:
    assert read_answer(b"classes: {1: }", "duck").classes == {"1": {}}
