"""Classes that match a pattern, in the order of the reference's tables."""

from __future__ import annotations

from duckrow.cfengine.evaluation import patterns
from duckrow.cfengine.functions.common import matches_fully
from duckrow.cfengine.values.table_order import hash_text, in_table_order, texts_in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.evaluation.classes import Class
    from duckrow.cfengine.evaluation.context import Context


def _in_order(classes: Iterable[Class]) -> list[Class]:
    return in_table_order(classes, lambda found: hash_text(f"{found.namespace}:{found.name}"))


def everywhere(context: Context) -> list[Class]:
    """Give the classes that hold in all bundles."""
    return _in_order(context.classes.all())


def here(context: Context) -> list[Class]:
    """Give the classes of the bundle that is being run."""
    frame = context.frame
    if frame is None:
        return []
    namespace = frame.bundle.namespace
    return _in_order(each for each in frame.classes.values() if each.namespace == namespace)


def all_classes(context: Context) -> list[Class]:
    """Give all classes that are defined, those of the bundle last."""
    return everywhere(context) + here(context)


def matching(context: Context, classes: list[Class], arguments: list[str]) -> list[str]:
    """Give the names that a pattern matches, of classes that have one of some tags."""
    wanted, tags = arguments[0], arguments[1:]
    pattern: patterns.Pattern | None = None
    try:
        pattern = patterns.compile(wanted)
    except patterns.PatternError as wrong:
        context.log.error(patterns.complaint(wrong, wanted))
    found: list[str] = []
    for each in classes:
        name = each.qualified_name
        if (name == wanted or (pattern is not None and pattern.full(name))) and (
            not tags or _has_tag(context, each, tags)
        ):
            found.append(name)
    return texts_in_order(found)


def _has_tag(context: Context, found: Class, tags: list[str]) -> bool:
    return any(
        tag == each or matches_fully(context, tag, each) for tag in tags for each in found.tags
    )
