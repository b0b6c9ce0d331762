"""The plugins of one compile: when each method runs.

    settings, facts, variables, classes     before the compile, in this order
    data                                    when Hiera is asked for a key
    change                                  when the catalog is finished, before it is checked

All plugins run each phase in the order of the setting. Two plugins that give different values of
one name are an error, and so is an exception of a plugin: there is no catalog then.
"""

from __future__ import annotations

from duckrow.puppet.plugins.effects import (
    ADDED,
    CHANGED,
    CLASS,
    DATA,
    FACT,
    REMOVED,
    SETTING,
    VARIABLE,
    Effect,
)
from duckrow.puppet.plugins.facts import put_over
from duckrow.puppet.plugins.find import failure
from duckrow.puppet.plugins.output import PrintsToStderr
from duckrow.puppet.plugins.plugin import Plugin, PluginNode, misspelt_methods
from duckrow.puppet.plugins.values import classes_of, value_of, values_of, variables_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location
from duckrow.ruby.values.compare import is_equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.plugins.plugin import CompiledNode
    from duckrow.puppet.settings.settings import Settings

# Settings that are in use before a plugin runs: where code is, how it is read, who may run.
FIXED = frozenset(
    (
        "basemodulepath certname code codedir confdir config config_version default_manifest "
        "dialect disable_per_environment_manifest environment environment_timeout environmentpath "
        "longest_compile manifest module_signatures module_trust module_visibility modulepath "
        "modules plugins strict tasks vardir"
    ).split()
)
# Settings that the command reads before it compiles, or that say how a catalog is applied.
OF_THE_RUN = frozenset(
    (
        "agent_catalog_run_lockfile classfile color configprint default_schedules diff "
        "diff_args evaltrace exclude_unchanged_resources external_nodes factpath graph graphdir "
        "ignoreschedules include_legacy_facts lastrunfile lastrunreport log_level logdest "
        "maxwaitforcert maxwaitforlock node_name_value node_terminus noop plugindest "
        "pluginfactdest postrun_command prerun_command publicdir report reportdir reports "
        "resourcefile resubmit_facts ruby_providers show_diff skip_tags storeconfigs "
        "storeconfigs_backend strict_cycles summarize tags waitforlock write_catalog_summary"
    ).split()
)
# The effects that an error about a class or a resource tells.
_TOLD = (CLASS, ADDED, CHANGED, REMOVED)


class Plugins:
    """Some plugins, and what they have done so far."""

    __slots__ = (
        "_answered",
        "_build",
        "_early",
        "_environment",
        "_node",
        "_plugins",
        "effects",
        "with_data",
    )

    def __init__(self, plugins: list[Plugin], environment: str) -> None:
        self._plugins = plugins
        self._environment = environment
        self._build: Build | None = None
        self._node: PluginNode | None = None
        self._early: list[Effect] = []
        self._answered: set[tuple[str, str]] = set()
        self.effects: list[Effect] = []
        # Plugins that may answer a lookup: if there are any, Hiera asks them and caches no answer.
        self.with_data = [each.name for each in plugins if type(each).data is not Plugin.data]

    # ---- before the compile

    def settings(self, node: CompiledNode, settings: Settings) -> Settings:
        """Return the settings of a compile with those that plugins give."""

        def checked(found: object) -> dict[str, object]:
            given = values_of(found)
            for name in given:
                if name in FIXED:
                    raise EvaluationError(f"the setting {name} is fixed before plugins run")
                if name in OF_THE_RUN:
                    raise EvaluationError(
                        f"the setting {name} is not one of the compile",
                        why="the command has read it before plugins run",
                        hint="give it on the command line or in duckrow.conf",
                    )
                if name not in settings:
                    raise EvaluationError(f"there is no setting {name}")
            settings.with_values(given).check()
            return given

        given = self._gather(SETTING, "settings", node, checked)
        return settings.with_values(given) if given else settings

    def facts(self, node: CompiledNode) -> dict[str, object]:
        """Return the facts of a node with those that plugins give."""
        given = self._gather(FACT, "facts", node, values_of)
        return put_over(node.facts, given) if given else node.facts

    def variables(self, node: CompiledNode) -> dict[str, object]:
        """Return the variables of a node with those that plugins give."""
        return {**node.parameters, **self._gather(VARIABLE, "variables", node, variables_of)}

    def classes(self, node: CompiledNode) -> dict[str, object]:
        """Return the classes of a node with those that plugins add."""
        known = PluginNode(node, self._environment).classes

        def checked(found: object) -> Mapping[str, object]:
            added = classes_of(found)
            for name, parameters in added.items():
                if known.get(name) and parameters and not is_equal(known[name], parameters):
                    raise EvaluationError(
                        f"the classifier of the node gives the class {name} other parameters"
                    )
            return added

        added = self._gather(CLASS, "classes", node, checked)
        return {**known, **{name: value or known.get(name) for name, value in added.items()}}

    def _gather(
        self,
        kind: str,
        method: str,
        node: CompiledNode,
        check: Callable[[object], Mapping[str, object]],
    ) -> dict[str, object]:
        """Return what all plugins give in a phase, by name."""
        found: dict[str, object] = {}
        givers: dict[str, str] = {}
        seen = PluginNode(node, self._environment)
        for plugin in self._plugins:
            with _Phase(plugin, method):
                given = check(getattr(plugin, method)(seen))
            for name, value in given.items():
                if name in found and not is_equal(found[name], value):
                    raise EvaluationError(
                        f"Plugins {givers[name]} and {plugin.name} give different values of the "
                        f"{kind} {name}",
                        is_bare=True,
                    )
                if name not in found:
                    found[name], givers[name] = value, plugin.name
                    self._early.append(_effect(plugin, kind, name, method))
        return found

    # ---- while the catalog is built

    def begin(self, build: Build) -> None:
        """Begin a compile, or begin it again: what was done before the compile is logged first."""
        self._build = build
        self._node = PluginNode(build.node, self._environment)
        self._answered.clear()
        self.effects = []
        for plugin in self._plugins:
            for message in misspelt_methods(plugin):
                build.log("warning", message, location=Location(plugin.file, None))
        for effect in self._early:
            self._note(effect)

    def answer(self, plugin: str, key: str) -> object:
        """Return the answer of a plugin to a lookup, or None."""
        owner = next(each for each in self._plugins if each.name == plugin)
        assert self._node is not None
        with _Phase(owner, "data"):
            value = value_of(owner.data(key, self._node))
        if value is not None and (plugin, key) not in self._answered:
            self._answered.add((plugin, key))
            self._note(_effect(owner, DATA, key, "data"))
        return value

    def change(self, build: Build) -> None:
        """Let plugins look at the finished catalog, and change it."""
        from duckrow.puppet.plugins.catalog import PluginCatalog

        for plugin in self._plugins:
            catalog = PluginCatalog(build, plugin, self._note)
            with _Phase(plugin, "change"):
                plugin.change(catalog)
            catalog.forget_removed()

    def why(self, message: str) -> str:
        """Return the effects of plugins on the classes and resources that an error names."""
        from re import IGNORECASE, escape, search

        def is_named(name: str) -> bool:
            whole = rf"(?<!\w)(?<!\w::){escape(name)}(?!\w)(?!::\w)"
            return search(whole, message, IGNORECASE) is not None

        told = [each for each in self.effects if each.kind in _TOLD and is_named(each.name)]
        return "; ".join(dict.fromkeys(each.message for each in told))

    def answerer(self, key: str) -> Effect | None:
        """Return the effect of the plugin that answered a lookup, or None."""
        return next((each for each in self.effects if (each.kind, each.name) == (DATA, key)), None)

    def adder(self, reference: str) -> Effect | None:
        """Return the effect that added a class or a resource, or None."""
        for effect in self.effects:
            if effect.kind == CLASS and f"class[{effect.name}]".lower() == reference.lower():
                return effect
            if effect.kind == ADDED and effect.name == reference:
                return effect
        return None

    def last(self, reference: str, attribute: str = "") -> Effect | None:
        """Return the last effect on a resource as a whole, or on an attribute of it, or None."""
        kinds = (ADDED, CHANGED, REMOVED)
        for effect in reversed(self.effects):
            if (effect.name, effect.attribute) == (reference, attribute) and effect.kind in kinds:
                return effect
        return None

    def _note(self, effect: Effect) -> None:
        self.effects.append(effect)
        if self._build is not None:
            self._build.log("info", effect.message, location=Location(effect.file, effect.line))


class _Phase:
    """The code of a plugin that runs in a `with` block; its exceptions become errors about it."""

    __slots__ = ("_method", "_output", "_plugin")

    def __init__(self, plugin: Plugin, method: str) -> None:
        self._plugin = plugin
        self._method = method
        self._output = PrintsToStderr()

    def __enter__(self) -> None:
        self._output.__enter__()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self._output.__exit__()
        if not isinstance(error, Exception | SystemExit):
            return
        if type(error).__module__ == "bdb":  # somebody leaves the debugger
            return
        plugin = self._plugin
        raise failure(plugin.name, plugin.file, f"failed in {self._method}()", error) from error


def _effect(plugin: Plugin, kind: str, name: str, method: str) -> Effect:
    """Return an effect with the location of the method that has it."""
    code = getattr(getattr(type(plugin), method), "__code__", None)
    return Effect(plugin.name, kind, name, plugin.file, getattr(code, "co_firstlineno", None))
