"""Read variables and classes, with their tags and comments, from JSON files."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import read_name
from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import JsonError, copied, raw_text, scalar_text
from duckrow.machine.paths import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context

LARGEST = 5 * 1024 * 1024
UNREADABLE = object()
AUGMENTS, HOST_DATA = "source=augments_file", "source=cmdb"


class Source:
    """The file that defines variables and classes: its tag, its bundle, its name in messages."""

    __slots__ = ("bundle", "is_host_data", "label", "namespace", "path", "tag")

    def __init__(self, tag: str, path: str) -> None:
        self.tag = tag
        self.path = path
        self.is_host_data = tag == HOST_DATA
        self.namespace, self.bundle = ("data", "variables") if self.is_host_data else ("", "def")
        self.label = "CMDB data" if self.is_host_data else f"augments data in '{path}'"


def read_json(context: Context, path: str) -> Any:
    """Return the value of a JSON file; log an error and return UNREADABLE if that fails."""
    try:
        content = context.machine.files.read(absolute(path), LARGEST)
    except OSError:
        context.log.error(f"Could not open JSON file {path}")
        return UNREADABLE
    try:
        return copied(parse(content.decode("utf-8", "surrogateescape")))
    except JsonError as error:
        context.log.error(f"Could not parse JSON file {path}: {error.message}")
        return UNREADABLE


def expanded(context: Context, value: object) -> Any:
    """Expand the variables in all strings of a value."""
    if isinstance(value, dict):
        return {context.expand(key): expanded(context, item) for key, item in value.items()}
    if isinstance(value, list):
        return [expanded(context, item) for item in value]
    return context.expand(value) if isinstance(value, str) else value


def set_variables(
    context: Context, source: Source, values: dict[str, object], *, has_details: bool
) -> None:
    """Set variables; with details, an object holds a value and optional tags and comment."""
    for key, value in values.items():
        reference = read_name(key)
        if reference.namespace and not reference.scope:
            context.log.error(
                f"Invalid variable specification in {source.label}: '{key}'"
                " (bundle name has to be specified if namespace is specified)"
            )
            continue
        tags: tuple[str, ...] = (source.tag,)
        comment = None
        if has_details and isinstance(value, dict):
            details, value = value, value.get("value")
            if value is None:
                _report_missing(context, source, key)
                continue
            tags = read_tags(context, source, "variable", key, details)
            comment = read_comment(context, source, "variable", key, details)
        _set(context, source, key, value, tags, comment)


def _report_missing(context: Context, source: Source, key: str) -> None:
    if source.is_host_data:
        context.log.error(
            f"Missing value in '{key}' variable specification in CMDB data"
            " (value field is required)"
        )
    else:
        context.log.error(
            f"Missing value for the augments variable '{key}' in '{source.path}'"
            " (value field is required)"
        )


def _set(
    context: Context,
    source: Source,
    key: str,
    value: object,
    tags: tuple[str, ...],
    comment: str | None,
) -> None:
    reference = read_name(key)
    scope = reference.scope or source.bundle
    namespace = reference.namespace or source.namespace or "default"
    name = f"{namespace}:{scope}.{key.rpartition(':')[2].removeprefix(f'{scope}.')}"
    kind, word = "data", "data container "
    if isinstance(value, list) and not any(isinstance(each, dict | list) for each in value):
        kind, word, value = "slist", "slist ", [_text(each) for each in value]
    elif not isinstance(value, dict | list):
        kind, word, value = "string", "", _text(value)
    if source.is_host_data:
        shown = f"{namespace}:{scope}.{key}" + (f"={value}" if kind == "string" else "")
        context.log.verbose(f"Installing CMDB {word}variable '{shown}'")
    else:
        shown = key + (f"={value}" if kind == "string" else "")
        context.log.verbose(
            f"Installing augments {word}variable '{shown}' from file '{source.path}'"
        )
        before = context.variable(name)
        if before is not None and HOST_DATA in before.tags:
            context.log.verbose(
                f"Cannot set variable {namespace}:{scope}.{reference.name} from augments, "
                "already defined from host-specific data"
            )
            return
    context.put(name, value, kind, tags, comment)


def _text(value: Any) -> str:
    """Return a JSON scalar as a string of the language."""
    found = scalar_text(value)
    return raw_text(value) if found is None else found


def read_tags(
    context: Context, source: Source, word: str, key: str, details: dict[str, object]
) -> tuple[str, ...]:
    """Return the tags of an item, with the tag of its source."""
    tags = details.get("tags")
    if tags is None:
        return (source.tag,)
    if not isinstance(tags, list) or any(isinstance(each, dict | list) for each in tags):
        if source.is_host_data:
            context.log.error(
                f"Invalid json_tags information for {word} '{key}' in CMDB data:"
                " must be a JSON array of strings"
            )
        else:
            context.log.error(
                f"Invalid tags information for {word} '{key}' in augments file '{source.path}':"
                " must be a JSON array of strings"
            )
        return (source.tag,)
    return (*dict.fromkeys(raw_text(each) for each in tags), source.tag)


def read_comment(
    context: Context, source: Source, word: str, key: str, details: dict[str, object]
) -> str | None:
    """Return the comment of an item."""
    comment = details.get("comment")
    if comment is None or isinstance(comment, str):
        return comment
    context.log.error(
        f"Invalid type of the 'comment' field for the '{key}' {word} in {source.label},"
        " must be a string"
    )
    return None


def read_classes(context: Context, path: str, classes: dict[str, Any]) -> None:
    """Define each class if its expression is true or its pattern matches a class."""
    source = Source(AUGMENTS, path)
    for name, value in classes.items():
        tags: tuple[str, ...] = (AUGMENTS,)
        comment = None
        if isinstance(value, list) and not any(isinstance(each, dict | list) for each in value):
            checks, word = [raw_text(each) for each in value], "checked array entry"
        elif isinstance(value, dict):
            expressions, patterns = (
                value.get("class_expressions"),
                value.get("regular_expressions"),
            )
            if (expressions is None) == (patterns is None):
                context.log.error(
                    f"Invalid augments class data for class '{name}' in '{path}':"
                    ' either "class_expressions" or "regular_expressions" need to be specified'
                )
                continue
            tags = read_tags(context, source, "class", name, value)
            comment = read_comment(context, source, "class", name, value)
            checks, word = (
                [raw_text(each) for each in expressions or patterns or ()],
                ("checked array entry"),
            )
        elif isinstance(value, list):
            context.log.error(f"Invalid augments class data for class '{name}' in '{path}'")
            continue
        else:
            checks, word = [raw_text(value)], "checked"
        for check in checks:
            if _holds(context, check):
                context.log.verbose(
                    f"Installing augments class '{name}' ({word} '{check}') from file '{path}'"
                )
                _define(context, name, tags, comment)
                break


def _holds(context: Context, check: str) -> bool:
    """Return whether `expression::` is true, or whether a class matches a pattern."""
    if check.endswith("::"):
        if check == "::":
            context.log.error(f"Invalid class expression in augments: '{check}'")
            return False
        return context.is_defined(check[:-2])
    if check.isidentifier() and check.isascii():
        # A plain name matches only itself.
        return context.is_class(check)
    pattern = context.patterns.compile(check)
    return pattern is not None and any(
        pattern.full(found.qualified_name) for found in context.classes.all()
    )


def _define(context: Context, name: str, tags: tuple[str, ...], comment: str | None) -> None:
    namespace, colon, bare = name.partition(":")
    before = context.classes.get(namespace if colon else "default", bare if colon else name)
    if before is not None and HOST_DATA in before.tags:
        shown = f"{namespace}:{bare}" if colon else f"(null):{name}"
        context.log.verbose(
            f"Cannot set class {shown} from augments, already defined from host-specific data"
        )
        return
    context.set_class(name, "namespace", tags, comment)
