"""abortclasses and abortbundleclasses: classes that end the run or a bundle."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def check(context: Context, name: str) -> None:
    """Abort the bundle or the run if a newly defined class matches."""
    frame = context.frame
    for pattern, guard in context.abort_bundle_patterns:
        if context.is_defined(guard) and context.patterns.matches(pattern, name):
            bundle = "(unknown)" if frame is None else f"'{frame.bundle.name}'"
            context.log.error(f"Bundle {bundle} aborted on defined class '{name}'")
            if frame is not None:
                frame.is_aborted = True
            _record(context, name)
            break
    for pattern, guard in context.abort_patterns:
        if context.is_defined(guard) and context.patterns.matches(pattern, name):
            context.log.notice(f"cf-agent aborted on defined class '{name}'")
            context.is_aborted = True
            _record(context, name)
            break


def _record(context: Context, name: str) -> None:
    if context.recorder is not None:
        context.recorder.abort_class = name


def check_defined(context: Context) -> None:
    """Abort the run if a class that is already defined matches."""
    for pattern, guard in context.abort_patterns:
        if not context.is_defined(guard):
            continue
        found = pattern if context.is_class(pattern) else _find_class(context, pattern)
        if found is not None:
            context.log.notice(f"cf-agent aborted on defined class '{found}'")
            context.is_aborted = True
            _record(context, found)
            return


def _find_class(context: Context, pattern: str) -> str | None:
    """Return the name of the first defined class that a pattern matches, or None."""
    compiled = context.patterns.compile(pattern)
    if compiled is None:
        context.log.error(f"Unable to pcre compile regex '{pattern}'")
        return None
    names = (each.qualified_name for each in context.classes.all())
    return next((name for name in names if compiled.full(name)), None)


def check_expressions(context: Context, name: str, *, is_outcome: bool) -> None:
    """Abort the bundle if a newly defined class makes an expression in abortbundleclasses true."""
    frame = context.frame
    if frame is None or frame.is_aborted:
        return
    for pattern, guard in context.abort_bundle_patterns:
        if context.is_defined(guard) and _is_expression(pattern) and context.is_defined(pattern):
            what = f"'{name}'" if is_outcome else f"class '{name}'"
            context.log.error(f"Setting abort for '{pattern}' when setting {what}")
            frame.is_aborted = True
            _record(context, name)
            break


def _is_expression(text: str) -> bool:
    return all(letter.isalnum() or letter in "_.|&!():" for letter in text)
