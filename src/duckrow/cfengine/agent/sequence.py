"""Find the bundles of a run in the policy or on the command line, and run them."""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.passes import run_passes
from duckrow.cfengine.evaluation.bundles.run import bind_arguments, put_parameters
from duckrow.cfengine.evaluation.control import control_list
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.policy.policy import split_name
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Bundle


def find_sequence(context: Context, given: list[str] | None) -> list[tuple[Bundle, Any]]:
    """Return the bundles to run with their arguments: the given names, or those of the policy."""
    if given is None:
        wanted = _listed(context)
    else:
        context.log.info("Using command line specified bundlesequence")
        wanted = [Call(name) for name in given]
    sequence: list[tuple[Bundle, Any]] = []
    is_whole = True
    for each in wanted:
        name = each.name if isinstance(each, Call) else each
        bundle = _find(context, name)
        if bundle is not None:
            sequence.append((bundle, each.arguments if isinstance(each, Call) else ()))
        elif not context.options.ignores_missing_bundles:
            context.log.error(f"Bundle '{name}' listed in the bundlesequence was not found")
            is_whole = False
    if not is_whole:
        raise Aborted("Errors in agent bundles")
    return sequence


def verify_sequence(context: Context) -> None:
    """Reject a bundlesequence with a name that no bundle has."""
    if context.options.ignores_missing_bundles:
        return
    is_whole = True
    names = {bundle.name for bundle in context.policy.bundles}
    for each in _listed(context):
        name = each.name if isinstance(each, Call) else each
        if name not in names and name.partition(":")[2] not in names:
            context.log.error(
                f"Bundle '{name}' listed in the bundlesequence is not a defined bundle"
            )
            is_whole = False
    if not is_whole:
        raise Aborted("Errors in promise bundles: could not verify bundlesequence")


def run_sequence(context: Context, sequence: list[tuple[Bundle, Any]]) -> None:
    """Run the bundles in order."""
    for bundle, arguments in sequence:
        if context.log.level >= VERBOSE:
            from duckrow.cfengine.evaluation.messages.verbose import begin_bundle

            begin_bundle(context, bundle, arguments)
        bound = bind_arguments(context, bundle, arguments) if arguments or bundle.params else {}
        context.enter(bundle)
        put_parameters(context, bound)
        if context.recorder is None:
            run_passes(context, bundle)
        else:
            context.recorder.run_bundle(context, bundle, run_passes)
        context.leave()
        if context.log.level >= VERBOSE:
            from duckrow.cfengine.evaluation.messages.verbose import end_bundle

            end_bundle(context, bundle)
        if context.is_aborted:
            break


def _listed(context: Context) -> list[Any]:
    """Return the bundlesequence of the policy; data containers are ignored, and none means main."""
    listed = control_list(context, "common", "bundlesequence") or ()
    return [item for item in listed if not isinstance(item, Data)] or ["main"]


def _find(context: Context, name: str) -> Bundle | None:
    namespace, bare = split_name(name, "default")
    for kind in ("agent", "common"):
        found = context.policy.bundle(kind, bare, namespace)
        if found is not None:
            return found
    return None


__all__ = ["find_sequence", "run_sequence", "verify_sequence"]
