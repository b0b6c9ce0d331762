"""One compile from beginning to end: errors end up in the result."""

from __future__ import annotations

from duckrow.puppet.catalog.build import Build, LogEntry, run_phases
from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.environment.limits import limits
from duckrow.puppet.loaders.loaders import Loaders
from duckrow.puppet.runtime.errors import BodyError, EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.puppet.catalog.catalog import Catalog
    from duckrow.puppet.catalog.rules import Knowledge
    from duckrow.puppet.catalog.validate import Cycle
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.environment.report import Failure
    from duckrow.puppet.runtime.build import Plugins
    from duckrow.puppet.settings.settings import Settings


class Result:
    """The result of a compile: a catalog or a failure, and the log."""

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

    def data(self) -> dict[str, Any] | None:
        """Return the catalog as plain data, or None; `failure` then has the reason."""
        if self.failure is not None:
            return None
        from duckrow.puppet.catalog.to_data import catalog_data

        try:
            return catalog_data(self.build)
        except EvaluationError as error:
            _fail(self, error)
            return None

    def json_pieces(self) -> Iterator[str] | None:
        """Return the catalog as pieces of JSON, or None; `failure` then has the reason."""
        if self.failure is not None:
            return None
        from duckrow.puppet.catalog.formats_json import json_pieces

        try:
            return json_pieces(self.build)
        except EvaluationError as error:
            _fail(self, error)
            return None

    def effects_of_plugins(self) -> list[dict[str, object]]:
        """Return what plugins did, in order, as plain data."""
        plugins = self.build.plugins
        return [] if plugins is None else [effect.to_data() for effect in plugins.effects]

    def cycles(self) -> list[Cycle]:
        """Return the dependency cycles of the catalog: no machine could apply it.

        To the reference such a catalog is as good as any, so this is no failure of the compile.
        """
        if not self.ok or len(self.build.resources) < 2:
            return []
        from duckrow.puppet.catalog.validate import find_cycles

        return find_cycles(self.catalog)


def compile_catalog(
    environment: Environment,
    node: Node,
    *,
    settings: Settings | None = None,
    listener: Callable[..., None] | None = None,
    on_log: Callable[[LogEntry], None] | None = None,
    tracks_lookups: bool = False,
) -> Result:
    """Compile the catalog of a node. A failure is in the result and in its log.

    `settings` are those that manifests see, where they are others than the environment's: a server
    compiles for many nodes, and each has a name of its own. With `tracks_lookups` the build notes
    the keys of Hiera that are looked up, and their values.
    """
    own = settings or environment.settings
    loaders = _new_loaders(environment)
    plugins: Plugins | None = None

    def new_build() -> Build:
        build = Build(
            environment,
            node,
            own,
            loaders,
            environment.world,
            listener=listener,
            on_log=on_log,
            most_resources=own.get("most_resources", 200_000),
        )
        build.plugins = plugins
        if tracks_lookups:
            from duckrow.puppet.hiera.looked_up import LookedUp

            build.looked_up = LookedUp()
        return build

    result = Result(new_build())
    try:
        with limits(own):
            if own.get("plugins"):
                from duckrow.puppet.environment.plugins import use_plugins

                environment.look_again()
                plugins, node, own = use_plugins(environment, node, own)
                result.build = new_build()
                result.logs = result.build.logs
            rules = own.rules
            if rules:
                _run_with_rules(environment, new_build, result, rules)
            else:
                _run(environment, result.build, loaders, result)
    except Exception as error:
        if type(error).__module__ == "bdb":  # somebody leaves the debugger
            raise
        _fail(result, error)
    return result


def _new_loaders(environment: Environment) -> Loaders:
    if environment.settings.module_visibility == "off":
        return Loaders(environment.library)
    from duckrow.puppet.environment.visibility import visible_loaders

    return visible_loaders(environment.library)


def _run_with_rules(
    environment: Environment,
    new_build: Callable[[], Build],
    result: Result,
    names: frozenset[str],
) -> None:
    """Run a compile that begins again when a body lacked a parameter; see `catalog.rules`.

    Messages are passed on at the end: those of an attempt that was given up do not count.
    """
    from duckrow.puppet.catalog.rules import MOST_ATTEMPTS, Rules, StartAgain

    known: Knowledge = {}
    reasons: list[str] = []
    for _ in range(MOST_ATTEMPTS):
        build = new_build()
        build.loaders = loaders = _new_loaders(environment)
        on_log, build.on_log = build.on_log, None
        build.use_rules(Rules(names, known))
        result.build, result.logs = build, build.logs
        build.log("info", f"Rules of the catalog builder: {', '.join(sorted(names))}")
        for reason in reasons:
            build.log("debug", f"The compile began again: {reason}")
        try:
            _run(environment, build, loaders, result)
        except StartAgain as again:
            known = again.known
            reasons.append(again.reason)
            if build.listener is not None:
                build.listener("started again", again.reason)
            build.logs.clear()
            continue
        finally:
            build.on_log = on_log
            if on_log is not None:
                for entry in build.logs:
                    on_log(entry)
        return
    raise EvaluationError(
        f"The catalog is not complete after {MOST_ATTEMPTS} attempts", is_bare=True
    )


def _run(environment: Environment, build: Build, loaders: Loaders, result: Result) -> None:
    for warning in environment.warnings:
        build.log("warning", warning)
    if build.plugins is not None:
        build.plugins.begin(build)
    if build.node.parameters:
        from duckrow.puppet.catalog.start import warn_of_parameters

        warn_of_parameters(build)
    units = _site(environment, result)
    if units is None:
        return
    if environment.config_version:
        from duckrow.puppet.environment.version import run_config_version

        build.catalog.version = run_config_version(environment, build.world)
    loaders.begin(build, units)
    mains = [unit.main for unit in units if unit.main is not None]
    run_phases(build, mains, loaders.nodes)


def _site(environment: Environment, result: Result) -> list[Any] | None:
    """Read the site manifests; on errors, set the failure and return None."""
    try:
        return environment.prepare()
    except InvalidManifestError as error:
        from duckrow.puppet.loaders.manifest_errors import manifest_error

        _fail(result, manifest_error(error.findings, result.build), environment.name)
        return None


def _fail(result: Result, error: Exception, environment_name: str = "") -> None:
    from duckrow.puppet.environment.report import failure_of

    build = result.build
    failure = result.failure = failure_of(error, build.node_name, environment_name)
    if getattr(error, "missing", None) is not None or isinstance(error, BodyError):
        from duckrow.puppet.environment.advice import advise

        why, hint = advise(error, build)
        failure.why, failure.hint = failure.why or why, failure.hint or hint
    if build.loaders.has_views:
        from duckrow.puppet.environment.visibility import explain_hidden

        explain_hidden(failure, build.loaders)
    if build.plugins is not None:
        failure.why = "; ".join(filter(None, (failure.why, build.plugins.why(failure.basic))))
    build.log("err", failure.logged, location=failure.at)
