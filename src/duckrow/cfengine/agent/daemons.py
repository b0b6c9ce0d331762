"""The promises of a server or a monitor, in order and fully expanded.

As in cf-serverd and cf-monitord, the class of the component (server or monitor) is defined, and the
class of the agent is not.
"""

from __future__ import annotations

from duckrow.cfengine.agent.daemon_policy import with_policy
from duckrow.cfengine.evaluation.bundles.daemons import run_monitor, run_server
from duckrow.cfengine.evaluation.messages.format_value import format_value
from duckrow.cfengine.values.outcomes import NOOP
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

FORMATS = ("text", "json")
_RUN = {"server": run_server, "monitor": run_monitor}
# Only these promise types are shown; a daemon uses the others internally.
_SHOWN = frozenset(("access", "roles", "measurements"))


def show_component(
    options: Options, log: Log, given: Mapping[str, list[str]], component: str
) -> int:
    """Print the control body and the promises of a component; return the exit code."""
    form = given[f"show-{component}"][-1] or "text"
    if form not in FORMATS:
        log.error(f"Invalid output format: '{form}'. Possible values are 'text', 'json'")
        return 1

    def show(context: Context) -> int:
        found = collect(context, component)
        control = context.control.get(component, {})
        if form == "json":
            from duckrow.cfengine.values.json_text import pretty

            log.plain(pretty(_data_of(component, control, found)))
        else:
            _print(log, component, control, found)
        return 0

    code = with_policy(options, log, given, component, show)
    return 1 if code is None else code


def collect(context: Context, component: str) -> list[ExpandedPromise]:
    """Run the bundles of a component and return the promises that apply."""
    found: list[ExpandedPromise] = []

    def record(_context: Context, promise: ExpandedPromise) -> str:
        if promise.type in _SHOWN:
            found.append(promise)
        return NOOP

    _RUN[component](context, record)
    return found


def has_rules(options: Options, log: Log, given: Mapping[str, list[str]]) -> bool | None:
    """Return whether a policy has access rules; log why and return None if it is invalid."""

    def look(context: Context) -> bool:
        return any(
            bundle.kind == "server" and bundle.section("access") is not None
            for bundle in context.policy.bundles
        )

    return with_policy(options, log, given, "server", look)


def _print(
    log: Log, component: str, control: dict[str, Any], promises: list[ExpandedPromise]
) -> None:
    if control:
        log.plain(f"body {component} control")
        for name, value in control.items():
            log.plain(f"    {name} => {_policy_text(value)}")
    for promise in promises:
        bundle = promise.bundle
        log.plain(
            f"{promise.file}:{promise.line}: {promise.type} {_policy_text(promise.promiser)}"
            f" in bundle {bundle.qualified_name}"
        )
        for name, value in _attributes(promise):
            log.plain(f"    {name} => {value if name in bodies(promise) else _policy_text(value)}")


def bodies(promise: ExpandedPromise) -> dict[str, str]:
    """Return the names of a promise's bodies, by attribute."""
    given = promise.attributes
    return {
        name: given[f"{name}_name"]
        for name, value in given.items()
        if value == "true" and f"{name}_name" in given
    }


def _attributes(promise: ExpandedPromise) -> list[tuple[str, Any]]:
    """Return the attributes; an attribute with a body has the body's name as its value."""
    named = bodies(promise)
    left_out = {f"{name}_name" for name in named}
    return [
        (name, named.get(name, value))
        for name, value in promise.attributes.items()
        if name not in left_out
    ]


def _policy_text(value: Any) -> str:
    """Return a value as policy source text."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return "{ " + ", ".join(_policy_text(each) for each in value) + " }" if value else "{}"
    return format_value(value)


def _data_of(component: str, control: dict[str, Any], promises: list[ExpandedPromise]) -> Any:
    return {
        "component": component,
        "control": {name: _plain(value) for name, value in control.items()},
        "promises": [
            {
                "file": each.file,
                "line": each.line,
                "namespace": each.bundle.namespace,
                "bundle": each.bundle.name,
                "type": each.type,
                "promiser": each.promiser,
                "attributes": {name: _plain(value) for name, value in _attributes(each)},
            }
            for each in promises
        ],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Data):
        return value.value
    return format_value(value) if isinstance(value, Call) else value
