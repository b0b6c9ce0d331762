"""A compile over data that is written down in the test: files of an environment, and a program."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.compile import Result
from duckrow.puppet.hiera.explain import Explainer
from duckrow.puppet.hiera.lookups import lookups_of
from duckrow.puppet.hiera.request import Request
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import World

FACTS = {"os": {"family": "Debian"}, "hostname": "teal", "ponds": ["north", "south"]}
TWO_LEVELS = """
    version: 5
    hierarchy:
      - {name: one, path: one.yaml}
      - {name: two, path: two.yaml}
"""


def environment(
    directory: Path,
    files: dict[str, str],
    code: str = "undef",
    world: World | None = None,
    **settings: Any,
) -> Environment:
    """Write files below a folder and make an environment of it."""
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    given = {"strict": "warning", "strict_variables": False} | settings
    if "confdir" not in given:
        given["hiera_config"] = str(directory / "global" / "hiera.yaml")
    return Environment(
        directory=str(directory),
        modulepath=[str(directory / "modules")],
        code=dedent(code),
        settings=Settings(given),
        world=world,
    )


def compiled(directory: Path, files: dict[str, str], code: str, **settings: Any) -> Result:
    return compile_catalog(
        environment(directory, files, code, **settings), Node("teal.example.com", FACTS)
    )


def messages(result: Result) -> list[str]:
    """Give what was logged; an error is the last."""
    return [entry.message for entry in result.logs]


def value_of(
    result: Result, key: str, merge: Any = None, explainer: Explainer | None = None
) -> Any:
    """Look a key up in the top scope of a compile that is over."""
    lookups = lookups_of(result.build.top)
    return lookups.lookup(key, Request(lookups, result.build.top, explainer=explainer), merge)
