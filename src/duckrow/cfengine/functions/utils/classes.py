"""Functions about classes: classesmatching, classmatch, classify and tags."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.functions.helpers.common import fatal
from duckrow.cfengine.functions.helpers.tags import tags_of
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.table_order import hash_text, in_table_order, texts_in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.classes.table import Class
    from duckrow.cfengine.evaluation.context import Context


def namespace_classes(context: Context) -> list[Class]:
    """Return the classes that are defined in all bundles."""
    return list(context.classes.all())


def bundle_classes(context: Context) -> list[Class]:
    """Return the classes of the running bundle."""
    frame = context.frame
    if frame is None:
        return []
    namespace = frame.bundle.namespace
    return [each for each in frame.classes.values() if each.namespace == namespace]


def matching(context: Context, classes: list[Class], arguments: list[str]) -> list[Class]:
    """Return the classes with a matching name and at least one of the tags."""
    wanted, tags = arguments[0], arguments[1:]
    pattern = context.patterns.compile(wanted)
    return [
        each
        for each in classes
        if ((name := each.qualified_name) == wanted or (pattern is not None and pattern.full(name)))
        and (not tags or _has_tag(context, each, tags))
    ]


def matching_names(context: Context, classes: list[Class], arguments: list[str]) -> list[str]:
    """Return the names of the matching classes in cf-agent's order."""
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


def classesmatching(context: Context, arguments: list[str]) -> list[str]:
    """Return the classes whose names match."""
    if not arguments:
        raise fatal("Function 'classesmatching' requires at least one argument")
    found = matching_names(context, namespace_classes(context), arguments)
    found += matching_names(context, bundle_classes(context), arguments)
    found.reverse()
    return found


def classmatch(context: Context, arguments: list[str]) -> bool:
    """Return whether a class with a matching name is defined."""
    if not arguments:
        raise fatal("Function 'classmatch' requires at least one argument")
    return bool(
        matching(context, namespace_classes(context), arguments)
        or matching(context, bundle_classes(context), arguments)
    )


def countclassesmatching(context: Context, arguments: list[str]) -> str:
    """Count the classes whose names match."""
    if not arguments:
        raise fatal("Function 'countclassesmatching' requires at least one argument")
    count = len(matching(context, namespace_classes(context), arguments))
    return str(count + len(matching(context, bundle_classes(context), arguments)))


def classify(context: Context, arguments: list[str]) -> bool:
    """Return whether the class with the canonified name is defined."""
    return context.is_defined(canonify(arguments[0]))


def getclassmetatags(context: Context, arguments: list[str]) -> list[str]:
    """Return the tags of a class."""
    if not arguments:
        raise fatal("Function 'getclassmetatags' requires at least one argument")
    namespace, colon, name = arguments[0].partition(":")
    if not colon:
        namespace, name = "default", arguments[0]
    found = context.classes.get(namespace, name)
    if context.frame is not None:
        found = context.frame.local_class(namespace, name) or found
    if found is None:
        raise FunctionFailed(
            f"getclassmetatags found variable or class {arguments[0]} without a tagset", "verbose"
        )
    return tags_of(found.tags, arguments[1:])
