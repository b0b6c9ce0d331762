"""Normal order: three passes over a bundle, each with a fixed order of promise types.

Variables and classes are resolved first: vars, classes and vars again in common bundles, only vars
in other bundles.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.keep_classes import keep_class
from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.promises.expand import LAST_PASS, expand_promise
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.evaluation.promises.plain import keep_promise
from duckrow.cfengine.evaluation.variables.keep_vars import keep_default, keep_variable
from duckrow.cfengine.values.outcomes import SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.policy.model import Bundle, Promise, Section

    Act = Callable[[Context, ExpandedPromise], str]
    Expand = Callable[[Context, Promise, Act], str]

NORMAL_ORDER = (
    "meta",
    "vars",
    "defaults",
    "classes",
    "users",
    "files",
    "packages",
    "guest_environments",
    "methods",
    "processes",
    "services",
    "commands",
    "storage",
    "databases",
    "reports",
)
# In an agent bundle, any other type is a custom promise type.
_BUILT_IN = frozenset((*NORMAL_ORDER, "access", "roles", "measurements"))


def resolve_bundle(context: Context, bundle: Bundle) -> None:
    """Resolve the variables of a bundle, and the classes of a common bundle."""
    _remove_injected(context, bundle)
    if bundle.kind == "common":
        resolve_section(context, bundle, "vars", keep_variable)
        resolve_section(context, bundle, "classes", keep_class)
    resolve_section(context, bundle, "vars", keep_variable)


def resolve_section(
    context: Context, bundle: Bundle, type_: str, act: Callable[[Context, ExpandedPromise], str]
) -> None:
    """Evaluate the promises of one type only for the variables or classes that they define."""
    section = bundle.section(type_)
    if section is not None:
        recorder = context.recorder
        expand = _expander(context) if recorder is None else recorder.resolve
        keep_all(context, section, act, expand)


def run_passes(context: Context, bundle: Bundle) -> str:
    """Run the passes of a bundle whose frame has been entered."""
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.evaluation.messages.verbose import run_with_counts

        return run_with_counts(context, bundle, _run_passes)
    return _run_passes(context, bundle)


def _run_passes(context: Context, bundle: Bundle) -> str:
    if context.options.is_top_down(bundle):
        return _run_top_down(context, bundle)
    result = SKIPPED
    frame = context.frame
    assert frame is not None
    custom = [each for each in bundle.sections if each.type not in _BUILT_IN]
    present = [(type_, bundle.section(type_)) for type_ in NORMAL_ORDER]
    for number in range(1, LAST_PASS + 1):
        for type_, section in present:
            if section is None:
                continue
            result = worst_outcome(result, _run_section(context, section, number))
            if context.is_aborted or frame.is_aborted:
                return result
            if type_ == "classes":
                resolve_bundle(context, bundle)
                resolve_section(context, bundle, "defaults", keep_default)
        for section in custom:
            result = worst_outcome(result, _run_section(context, section, number))
            if context.is_aborted or frame.is_aborted:
                return result
    return result


def _run_section(context: Context, section: Section, number: int) -> str:
    assert context.keep is not None
    _begin_section(context, section.type, number)
    result = keep_all(context, section, context.keep, _expander(context), number)
    _end_section(context)
    return result


def keep_all(
    context: Context, section: Section, act: Act, expand: Expand, pass_number: int | None = None
) -> str:
    """Keep the promises of a section and return the worst outcome.

    A section in which nothing was evaluated is skipped while all classes and variables are the
    same: of the six times that the variables of a bundle are resolved, most do nothing.
    """
    frame = context.frame
    assert frame is not None
    state = context.epoch, context.variables.version
    is_recorded = context.recorder is not None or context.log.level >= VERBOSE
    if pass_number is not None:
        context.pass_number = pass_number
    if section.settled == state and not is_recorded:
        return SKIPPED
    result = SKIPPED
    evaluations, line_count = context.evaluations, context.log.line_count
    for promise in section.promises:
        if pass_number is not None:
            context.pass_number = pass_number
        outcome = expand(context, promise, act)
        if outcome != SKIPPED:  # most promises are skipped in most passes
            result = worst_outcome(result, outcome)
        if pass_number is not None and (context.is_aborted or frame.is_aborted):
            return result
    if (
        context.evaluations == evaluations
        and context.log.line_count == line_count
        and (context.epoch, context.variables.version) == state
    ):
        section.settled = state
    return result


def _expander(context: Context) -> Expand:
    """Return the function that expands and keeps a promise, with explanations if asked for."""
    if context.recorder is not None:
        return context.recorder.expand
    if context.log.level >= VERBOSE or context.options.is_simulating:
        return expand_promise
    return keep_promise


def _begin_section(context: Context, type_: str, number: int) -> None:
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.evaluation.messages.verbose import begin_section

        begin_section(context, type_, number)


def _end_section(context: Context) -> None:
    """Run the work that promise types postpone to the end of a section."""
    waiting, context.after_section = context.after_section, []
    for each in waiting:
        each(context)


def _run_top_down(context: Context, bundle: Bundle) -> str:
    """Run the promises of a bundle in written order, three times."""
    result = SKIPPED
    frame = context.frame
    assert frame is not None
    assert context.keep is not None
    promises = [each for section in bundle.sections for each in section.promises]
    promises.sort(key=lambda each: (each.line, each.column))
    expand = _expander(context)
    for number in range(1, LAST_PASS + 1):
        type_ = ""
        for promise in promises:
            context.pass_number = number
            if promise.type != type_:
                type_ = promise.type
                _begin_section(context, type_, number)
            result = worst_outcome(result, expand(context, promise, context.keep))
            _end_section(context)
            if context.is_aborted or frame.is_aborted:
                return result
    return result


def _remove_injected(context: Context, bundle: Bundle) -> None:
    """Remove variables that other bundles set in this bundle before it was loaded."""
    for origin in context.remote_variables.pop(bundle.name, ()):
        table = context.variables.table(bundle.namespace, bundle.name) or {}
        for key in [key for key, each in table.items() if each.promise is origin]:
            context.log.error(
                f"Ignoring remotely-injected variable '{key if isinstance(key, str) else key[0]}'"
            )
            context.variables.remove(bundle.namespace, bundle.name, key)
