"""What the tests of validation share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duckrow.puppet.syntax import parse
from duckrow.puppet.validation import validate
from duckrow.source.diagnostic import Diagnostic

MODULE_PATH = ("/modules",)
MANIFEST = "/modules/site/manifests"

Inspect = Callable[..., list[Diagnostic]]


@pytest.fixture
def inspect() -> Inspect:
    """Parse and validate a text, as a file of a module when it is given a name."""

    def run(
        text: str,
        file: str | None = None,
        *,
        epp: bool = False,
        tasks: bool = False,
        strict: str = "error",
    ) -> list[Diagnostic]:
        program = parse(text, file, epp=epp, tasks=tasks)
        return validate(
            program, strict=strict, tasks=tasks, module_path=MODULE_PATH, manifest=MANIFEST
        )

    return run
