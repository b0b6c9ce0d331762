"""The turn of a string in the hour and the day, as the reference computes it."""

from __future__ import annotations

import pytest

from duckrow.cfengine.functions.utils.splayclass import splayclass


class FakeLog:
    def verbose(self, text: str) -> None:
        self.text = text


class FakeContext:
    """A context with the classes of a time."""

    def __init__(self, *classes: str) -> None:
        self._classes = classes
        self.log = FakeLog()

    def is_defined(self, expression: str) -> bool:
        return all(name in self._classes for name in expression.split("."))


@pytest.mark.parametrize(
    ("text", "interval", "moment"),
    [
        ("mallard", "hourly", "Min00_05"),
        ("mallard", "daily", "Min10_15.Hr00"),
        ("some host", "hourly", "Min05_10"),
        ("some host", "daily", "Min05_10.Hr03"),
    ],
)
def test_moments(text: str, interval: str, moment: str) -> None:
    assert splayclass(FakeContext(*moment.split(".")), [text, interval]) is True  # type: ignore[arg-type]
    assert splayclass(FakeContext("Min50_55", "Hr23"), [text, interval]) is False  # type: ignore[arg-type]


def test_the_time_is_logged() -> None:
    context = FakeContext()
    splayclass(context, ["some host", "daily"])  # type: ignore[arg-type]
    told = "Computed context for 'some host' splayclass: 'Min05_10.Hr03'"
    assert context.log.text == told
