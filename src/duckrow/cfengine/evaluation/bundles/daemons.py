"""Evaluate the bundles of a server or a monitor: once, without a bundlesequence.

A server evaluates all server and common bundles in the order of the policy, with a fixed order of
promise types. A monitor evaluates all monitor and common bundles, section by section as written;
variables are resolved before, so only measurements are left.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.expand_again import expand_again
from duckrow.cfengine.evaluation.classes.keep_classes import keep_class
from duckrow.cfengine.evaluation.promises.expand import expand_promise
from duckrow.cfengine.evaluation.variables.keep_vars import keep_variable
from duckrow.cfengine.values.outcomes import NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle

    Act = Callable[[Context, ExpandedPromise], str]

SERVER_ORDER = ("meta", "vars", "classes", "roles", "access")
COMMON_ORDER = ("meta", "vars", "classes", "reports")
_OWN: dict[str, Act] = {"meta": keep_variable, "vars": keep_variable, "classes": keep_class}


def run_server(context: Context, act: Act) -> None:
    """Evaluate the bundles of a server; `act` receives roles and access promises."""
    for bundle in context.policy.bundles:
        if bundle.kind not in ("server", "common"):
            continue
        if bundle.params:
            context.log.warning(
                f"Cannot implicitly evaluate bundle '{bundle.kind} {bundle.name}', as this bundle "
                "takes arguments."
            )
            continue
        order = SERVER_ORDER if bundle.kind == "server" else COMMON_ORDER
        _run(context, bundle, order, act)
        for section in bundle.sections:
            if section.type not in order:
                context.log.warning(
                    f"Trying to evaluate unsupported/obsolete promise type {section.type} in "
                    f"{bundle.kind} bundle {bundle.name}"
                )


def run_monitor(context: Context, act: Act) -> None:
    """Evaluate the bundles of a monitor; `act` receives measurements."""
    for bundle in context.policy.bundles:
        if bundle.kind in ("monitor", "common"):
            _run(context, bundle, tuple(each.type for each in bundle.sections), act, resolves=False)


def _run(
    context: Context, bundle: Bundle, order: tuple[str, ...], act: Act, *, resolves: bool = True
) -> None:
    context.enter(bundle)
    expand_again(context, bundle)
    context.pass_number = 1
    for type_ in order:
        section = bundle.section(type_)
        if section is None:
            continue
        keep = (_OWN.get(type_) or act) if resolves else _measured(act)
        for promise in section.promises:
            expand_promise(context, promise, keep)
    context.leave()


def _measured(act: Act) -> Act:
    """Wrap `act` so that it receives only measurements; classes promises are kept as usual."""

    def keep(context: Context, promise: ExpandedPromise) -> str:
        if promise.type == "measurements":
            return act(context, promise)
        return keep_class(context, promise) if promise.type == "classes" else NOOP

    return keep
