"""Catalogs made from a few lines of code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from duckrow.puppet.catalog.build import Build
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

Built = Callable[..., Build]


@pytest.fixture
def built() -> Built:
    """Compile code; give the build, which must not have failed unless `fails` is set."""

    def build(code: str, *, fails: bool = False, listener: Any = None, **settings: Any) -> Build:
        given = {"strict": "warning", "strict_variables": False, **settings}
        environment = Environment(code=code, settings=Settings(given))
        result = compile_catalog(environment, Node("pond.example.com"), listener=listener)
        if not fails:
            assert result.failure is None, result.failure.message
        else:
            assert result.failure is not None
        return result.build

    return build
