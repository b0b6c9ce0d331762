"""Classes that end a bundle or the whole run when they become defined."""

from __future__ import annotations

from duckrow.cfengine.evaluation.patterns import full

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def check(context: Context, name: str) -> None:
    """See whether a class that is being defined is one of them."""
    frame = context.frame
    for pattern, guard in context.abort_bundle_patterns:
        if context.is_defined(guard) and _matches(pattern, name):
            bundle = "(unknown)" if frame is None else f"'{frame.bundle.name}'"
            context.log.error(f"Bundle {bundle} aborted on defined class '{name}'")
            if frame is not None:
                frame.is_aborted = True
            break
    for pattern, guard in context.abort_patterns:
        if context.is_defined(guard) and _matches(pattern, name):
            context.log.notice(f"cf-agent aborted on defined class '{name}'")
            context.is_aborted = True
            break


def check_defined(context: Context) -> None:
    """See whether a class that is defined already ends the run."""
    for pattern, guard in context.abort_patterns:
        if not context.is_defined(guard):
            continue
        if context.is_class(pattern):
            found: str | None = pattern
        else:
            names = (each.qualified_name for each in context.classes.all())
            found = next((name for name in names if _matches(pattern, name)), None)
        if found is not None:
            context.log.notice(f"cf-agent aborted on defined class '{found}'")
            context.is_aborted = True
            return


def check_expressions(context: Context, name: str, *, is_outcome: bool) -> None:
    """See whether an expression that ends bundles holds now that a class was defined."""
    frame = context.frame
    if frame is None or frame.is_aborted:
        return
    for pattern, guard in context.abort_bundle_patterns:
        if context.is_defined(guard) and _is_expression(pattern) and context.is_defined(pattern):
            what = f"'{name}'" if is_outcome else f"class '{name}'"
            context.log.error(f"Setting abort for '{pattern}' when setting {what}")
            frame.is_aborted = True
            break


def _matches(pattern: str, name: str) -> bool:
    return pattern == name or bool(full(pattern, name))


def _is_expression(text: str) -> bool:
    return all(letter.isalnum() or letter in "_.|&!():" for letter in text)
