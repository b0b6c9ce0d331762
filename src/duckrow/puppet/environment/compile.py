"""One compile, from beginning to end: nothing that goes wrong in it goes any further."""

from __future__ import annotations

import sys

from duckrow.puppet.catalog.build import Build, LogEntry
from duckrow.puppet.catalog.build import compile_catalog as run_phases
from duckrow.puppet.loaders.loaders import Loaders
from duckrow.puppet.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.catalog.catalog import Catalog
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.environment.report import Failure

# How deep Python may nest: some six times as deep as manifests that the reference can run.
DEEPEST = 10_000


class Result:
    """What came of a compile: a catalog or a failure, and what was logged meanwhile."""

    __slots__ = ("build", "failure", "logs")

    def __init__(self, build: Build) -> None:
        self.build = build
        self.failure: Failure | None = None
        self.logs: list[LogEntry] = build.logs

    @property
    def ok(self) -> bool:
        """Whether there is a catalog."""
        return self.failure is None

    @property
    def catalog(self) -> Catalog:
        """The catalog; that of a failed compile is not complete."""
        return self.build.catalog


def compile_catalog(
    environment: Environment,
    node: Node,
    *,
    world: World | None = None,
    listener: Callable[..., None] | None = None,
    on_log: Callable[[LogEntry], None] | None = None,
) -> Result:
    """Compile the catalog of a node. What goes wrong is in the result, and in its log."""
    settings = environment.settings
    build = Build(
        environment,
        node,
        settings,
        loaders := Loaders(environment.library),
        world or World(node.facts),
        listener=listener,
        on_log=on_log,
        most_resources=settings.get("most_resources", 200_000),
    )
    result = Result(build)
    deepest = sys.getrecursionlimit()
    sys.setrecursionlimit(max(deepest, DEEPEST))
    try:
        for warning in environment.warnings:
            build.log("warning", warning)
        units = _site(environment, result)
        if units is not None:
            loaders.begin(build, units)
            run_phases(build, [unit.main for unit in units if unit.main is not None], loaders.nodes)
    except Exception as error:
        _fail(result, error)
    finally:
        sys.setrecursionlimit(deepest)
    return result


def _site(environment: Environment, result: Result) -> list[Any] | None:
    """Read what to start from, or say what is wrong with it."""
    try:
        return environment.prepare()
    except Exception as error:
        findings = _findings(error)
        if findings is None:
            raise
        _refuse(result, findings, environment.name)
        return None


def _findings(error: Exception) -> list[Any] | None:
    """Give what was found wrong with a manifest, if that is what an error is about."""
    from duckrow.puppet.compiler.unit import InvalidManifestError

    return list(error.findings) if isinstance(error, InvalidManifestError) else None


def _refuse(result: Result, findings: list[Any], environment_name: str | None) -> None:
    from duckrow.puppet.environment.report import parse_failure
    from duckrow.puppet.runtime.place import Place

    build = result.build
    failure, told = parse_failure(findings, build.node_name, environment_name)
    settings = build.settings
    warnings = [each for each in findings if each.severity != "error"]
    for level, some, most in (
        ("warning", warnings, "max_warnings"),
        ("err", told, "max_errors"),
    ):
        for each in some[: settings[most]] if some else ():
            place = Place(each.source.name, each.line, each.column)
            build.log(level, each.what, place=place, code=each.code)
    result.failure = failure
    build.log("err", failure.logged)


def _fail(result: Result, error: Exception) -> None:
    findings = _findings(error)
    if findings is not None:
        _refuse(result, findings, None)
        return
    from duckrow.puppet.environment.report import failure_of

    result.failure = failure_of(error, result.build.node_name)
    result.build.log("err", result.failure.logged)
