"""deprecation(key, message): warn once for each key; with strict=error fail instead."""

from __future__ import annotations

import sys

from duckrow.puppet.functions.stdlib.helpers.versions import warns_at
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.runtime.location import MARK, location_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from duckrow.puppet.runtime.scope import Scope


# Puppet's warning names the line in its own file.
_FILE = "lib/puppet/functions/deprecation.rb:{}:in `deprecation'"
_MOST = 100
_MEMO = "stdlib deprecations"


def _deprecation(scope: Scope, key: str, message: str) -> None:
    build = scope.build
    strict = build.settings.strict
    if strict == "off":
        return
    known: set[str] = build.memo.setdefault(_MEMO, set())
    if strict == "error":
        raise EvaluationError(f"deprecation. {key}. {message} at {_callers()}")
    if key in known or len(known) >= _MOST:
        return
    known.add(key)
    if "deprecations" in build.settings["disable_warnings"]:
        return
    module = build.loaders.find_module("stdlib")
    directory, version = ("stdlib", ()) if module is None else (module.path, module.version)
    location = f"{directory}/{_FILE.format(warns_at(version))}"
    build.log("warning", f"{message} at {_callers()}\n   (location: {location})")


def _callers() -> str:
    """Return the locations of the two innermost calls in Puppet's notation."""
    calls = list(_calls(sys._getframe(1)))
    shown = [f'["{file or "unknown"}", {line}]' for file, line in calls[:2]]
    return ":".join([*shown, "", ""][:2])


def _calls(frame: FrameType | None) -> Iterator[tuple[str | None, int | None]]:
    """Yield file and line of each running call; the main program counts as line 0."""
    while frame is not None:
        names = frame.f_globals
        if MARK in names:
            location = location_of(frame.f_code, frame.f_lasti, names)
            if location is not None and location.label in _CALLS:
                yield location.file, location.line
            if frame.f_code is getattr(names.get("MAIN"), "__code__", None):
                yield frame.f_code.co_filename, 0
        frame = frame.f_back


_CALLS = ("Function Call", "Method call")


def _older(_scope: Scope, arguments: list[object]) -> None:
    if len(arguments) != 2:
        raise EvaluationError(
            f"deprecation: Wrong number of arguments given ({len(arguments)} for 2)"
        )


DEPRECATION = Function("deprecation", Form("String key", "String message", run=_deprecation))
LEGACY_DEPRECATION = LegacyFunction("deprecation", _older, is_statement=True)
