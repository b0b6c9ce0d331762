"""Resolve the variables and classes of bundles before the bundles run."""

from __future__ import annotations

from duckrow.cfengine.evaluation.bundles.expand_again import expand_again
from duckrow.cfengine.evaluation.bundles.passes import keep_all, resolve_bundle
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.promises.expand import expand_promise
from duckrow.cfengine.evaluation.promises.plain import keep_promise
from duckrow.cfengine.evaluation.variables.keep_vars import keep_variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle, Promise

    Act = Callable[[Context, ExpandedPromise], str]


def resolve(context: Context, bundle: Bundle) -> None:
    """Resolve the variables of a bundle; of a common bundle, the classes too."""
    context.enter(bundle)
    expand_again(context, bundle)
    resolve_bundle(context, bundle)
    context.leave()


def recheck(context: Context) -> None:
    """Check all bundles once more with their variables, before a run; cf-promises does not."""
    from duckrow.cfengine.evaluation.promises.recheck import recheck_bundle

    for bundle in context.policy.bundles:
        context.enter(bundle)
        expand_again(context, bundle)
        if bundle.has("vars") or bundle.has("meta"):
            for type_ in ("meta", "vars"):
                section = bundle.section(type_)
                if section is not None:
                    keep_all(context, section, keep_variable, _keep_unnoted)
        recheck_bundle(context, bundle)
        if bundle.kind == "edit_line" and context.log.wants("info"):
            from duckrow.cfengine.evaluation.promises.anchors import log_shared_anchors

            log_shared_anchors(context, bundle)
        context.leave()


def _keep_unnoted(context: Context, promise: Promise, act: Act) -> str:
    """Keep a promise while variables are only resolved: depends_on does not see its handle."""
    if context.log.level >= VERBOSE or context.options.is_simulating or context.recorder:
        return expand_promise(context, promise, act, notes=False)
    return keep_promise(context, promise, act, notes=False)
