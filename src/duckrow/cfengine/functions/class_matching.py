"""Classes that match a pattern, in the order of the reference's tables."""

from __future__ import annotations

from duckrow.cfengine.values.table_order import hash_text, in_table_order, texts_in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.classes import Class
    from duckrow.cfengine.evaluation.context import Context


def everywhere(context: Context) -> list[Class]:
    """Give the classes that hold in all bundles."""
    return list(context.classes.all())


def here(context: Context) -> list[Class]:
    """Give the classes of the bundle that is being run."""
    frame = context.frame
    if frame is None:
        return []
    namespace = frame.bundle.namespace
    return [each for each in frame.classes.values() if each.namespace == namespace]


def matching(context: Context, classes: list[Class], arguments: list[str]) -> list[Class]:
    """Give the classes whose names a pattern matches and that have one of some tags."""
    wanted, tags = arguments[0], arguments[1:]
    pattern = context.patterns.compile(wanted)
    return [
        each
        for each in classes
        if ((name := each.qualified_name) == wanted or (pattern is not None and pattern.full(name)))
        and (not tags or _has_tag(context, each, tags))
    ]


def matching_names(context: Context, classes: list[Class], arguments: list[str]) -> list[str]:
    """Give the names of those, in the order of the table and of a set made of it."""
    found = matching(context, classes, arguments)
    ordered = in_table_order(
        found,
        lambda each: hash_text(f"{each.namespace}:{each.name}"),
        len(classes) - len(found),
    )
    return texts_in_order(each.qualified_name for each in ordered)


def _has_tag(context: Context, found: Class, tags: list[str]) -> bool:
    full = context.patterns.full
    return any(tag == each or full(tag, each) for tag in tags for each in found.tags)
