"""Chooses how to keep a packages promise: by a module, or by commands."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FAILED, REPAIRED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_BY_COMMANDS = ("package_version", "package_architectures", "package_select", "package_policy")
_BY_MODULE = ("version", "architecture", "options", "policy")


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Keep a promise of either kind."""
    is_new = any(promise.has(name) for name in _BY_MODULE)
    if is_new and any(promise.has(name) for name in _BY_COMMANDS):
        text = "Mixed old and new package promise attributes inside one package promise."
        return context.finish_promise(FAILED, promise, "error", text)
    if is_new:
        from duckrow.cfengine.promises.packages.by_module import FAILED_CHECK, keep_by_module

        if not promise.has("policy"):
            return context.finish_promise(FAILED, promise, "error", FAILED_CHECK)
        context.log.verbose("Using new package promise.")
        return keep_by_module(context, promise)
    from duckrow.cfengine.promises.packages.by_commands import (
        add_generic_method,
        keep_by_commands,
    )

    if not promise.has("package_method") and not add_generic_method(context, promise):
        return context.finish_promise(
            FAILED, promise, "error", "Old package promise failed sanity check."
        )
    context.log.verbose(
        "Using old package promise. Please note that this old implementation is being phased "
        "out. The old implementation will continue to work, but forward development will be "
        "directed toward the new implementation."
    )
    outcome = keep_by_commands(context, promise)
    if outcome in (REPAIRED, FAILED):
        from duckrow.cfengine.promises.packages.by_module import refresh_inventory

        refresh_inventory(context)
    return outcome
