"""What is wrong with a manifest, told the way the reference tells it."""

from __future__ import annotations

from typing import Any

from duckrow.puppet.loaders.manifest_errors import manifest_error
from duckrow.puppet.settings.settings import Settings
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.text import SourceText


class Build:
    """Keeps what is logged."""

    def __init__(self) -> None:
        self.settings = Settings({})
        self.logged: list[str] = []

    def log(self, level: str, message: str, **_options: Any) -> None:
        self.logged.append(f"{level}: {message}")


def found(code: str, start: int = 2) -> Diagnostic:
    return Diagnostic(code, "wrong", SourceText("\n\n x", "a.pp"), start)


def test_one_error_stops_the_compile_at_its_location() -> None:
    error = manifest_error([found("not-top-level")], Build())  # type: ignore[arg-type]
    assert error.location is not None
    assert (error.code, error.location.file, error.location.line) == ("not-top-level", "a.pp", 3)


def test_several_are_logged_and_counted() -> None:
    build: Any = Build()
    error = manifest_error([found("a"), found("b")], build)
    assert build.logged == ["err: wrong", "err: wrong"]
    assert error.message == "Language validation logged 2 errors. Giving up"


def test_where_the_reference_names_no_location_the_hint_does() -> None:
    error = manifest_error([found("illegal-regexp")], Build())  # type: ignore[arg-type]
    assert error.location is not None
    assert error.location.line is None
    assert error.hint == "look at line 3, column 1 of a.pp"
    assert not error.is_unlogged
