"""The pytest plugin: tests of modules and policies in Python.

plugin.py      hooks and fixtures; the rest is imported when a test uses a fixture
session.py     what one session has in common: options, compilers, projects
project.py     the module or control repository that a test is part of, and its module path
puppet.py      the fixture `puppet`: from the inputs of a test to a catalog
code.py        values of Python as code of the language
systems.py     os("debian-12"): facts of operating systems
catalog.py     a catalog and its resources, and questions about them
policy.py      the fixture `cfengine`: a policy in simulation; trial.py: the simulated run itself
coverage.py    lines of manifests that ran, resources that tests read
snapshots.py   the fixture `duckrow_snapshot`: catalogs as text beside the test
lines.py       a text as lines of a snapshot
notes.py       what a test asked last, for the report of a failure
arguments.py   the checks of what a test gives
errors.py      the errors that a test can meet
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.values.sensitive import Sensitive as Sensitive
    from duckrow.testing.catalog import Catalog as Catalog
    from duckrow.testing.catalog import Resource as Resource
    from duckrow.testing.code import Code as Code
    from duckrow.testing.errors import ArgumentError as ArgumentError
    from duckrow.testing.errors import CompileError as CompileError
    from duckrow.testing.errors import MissingError as MissingError
    from duckrow.testing.errors import PolicyError as PolicyError
    from duckrow.testing.notes import Verdict as Verdict
    from duckrow.testing.policy import CFEngine as CFEngine
    from duckrow.testing.policy import PolicyRun as PolicyRun
    from duckrow.testing.puppet import Puppet as Puppet
    from duckrow.testing.snapshots import Snapshot as Snapshot
    from duckrow.testing.systems import System as System
    from duckrow.testing.systems import os as os

_HOMES = {
    "ArgumentError": "testing.errors",
    "CFEngine": "testing.policy",
    "Catalog": "testing.catalog",
    "Code": "testing.code",
    "CompileError": "testing.errors",
    "MissingError": "testing.errors",
    "PolicyError": "testing.errors",
    "PolicyRun": "testing.policy",
    "Puppet": "testing.puppet",
    "Resource": "testing.catalog",
    "Sensitive": "puppet.values.sensitive",
    "Snapshot": "testing.snapshots",
    "System": "testing.systems",
    "Verdict": "testing.notes",
    "os": "testing.systems",
}


def __getattr__(name: str) -> object:
    """Import a name when it is first used: pytest imports this room in every session."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"duckrow.{_HOMES[name]}"), name)
