"""Tags: where they come from, and how they flow from containers to contents.

A resource is tagged with its type, with its title where that is a valid tag, with each segment of
both (apache::vhost gives apache and vhost), and with what its `tag` parameter says. It also has
the tags of the resource in whose body it was declared.

Nothing of this is worked out for a plain resource until someone asks. Resources that have a body
take over the tags of their container when the body is about to run, others when they are written.
Tags keep the order in which they came, so that a catalog is written the same way each time.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.runtime.references import is_reference
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Any

    from duckrow.puppet.catalog.resource import Resource

    Tags = dict[str, None]


def is_tag(name: str) -> bool:
    """Return whether a text can be a tag: letters, digits, _ : . - and no mark at the start."""
    if name.isalnum():
        return True
    if "/" in name:  # most titles that are no tags are paths
        return False
    if name[-1:] == "\n":  # the reference looks no further than to the end of the line
        name = name[:-1]
    if name[:1] in ("", ":", ".", "-"):
        return False
    bare = name.replace("_", "").replace(":", "").replace(".", "").replace("-", "")
    return not bare or bare.isalnum()


def is_plain_tag(value: object) -> bool:
    """Return whether a value of `tag` is one valid tag, as nearly all are."""
    return type(value) is str and value.isascii() and is_tag(value)


def own_tags(resource: Resource) -> Tags:
    """Return the tags of a resource itself; the answer is kept and may be added to."""
    tags = resource.tags
    if tags is None:
        tags = resource.tags = _first_tags(resource)
    return tags


def _first_tags(resource: Resource) -> Tags:
    tags: Tags
    of_type = _OF_NAMES[resource.type]  # each compile has the same
    parameters, origins = resource.parameters, resource.origins
    if "tag" in parameters and (origins is None or "tag" not in origins):
        tags = {}
        _insert_given(tags, parameters["tag"], resource)
        tags.update(of_type)
    else:
        tags = dict(of_type)
    title = resource.title
    # The titles of Class[main] and Stage[main] are no text in the reference, and so no tags.
    if title == "main" and resource.file is None:
        return tags
    if resource.type == "Class":
        tags.update(_OF_NAMES[title])
    elif is_tag(title):
        name = title.lower()
        tags[name] = None
        if ":" in name:
            tags.update(dict.fromkeys(_segments(name)))
    return tags


def _tags_of_name(name: str) -> Tags:
    """Return the tags that follow from the name of a type or a class."""
    name = name.lower()
    return {name: None, **dict.fromkeys(_segments(name))}


_OF_NAMES = Results(_tags_of_name, 4096)


def insert(tags: Tags, values: object) -> None:
    """Add tags: a name, or a list of them."""
    for value in flattened(values):
        if value is None:
            continue
        name = _text(value).lower()
        if name in tags:
            continue
        if not is_tag(name):
            raise EvaluationError(f"Invalid tag '{name}'")
        tags[name] = None
        if "::" in name:
            tags.update(dict.fromkeys(_segments(name)))


def add_tags(resource: Resource, values: Any) -> None:
    """Tag a resource as its `tag` parameter or the function `tag` does."""
    resource.scope.build.tag_changes += 1
    _insert_given(own_tags(resource), values, resource)


def _insert_given(tags: Tags, values: object, resource: Resource) -> None:
    if type(values) is str and values.isascii() and values.isalnum():
        tags[values.lower()] = None  # nearly always
        return
    if type(values) is dict:
        from duckrow.ruby.values.keys import from_key

        values = [part for key, value in values.items() for part in (from_key(key), value)]
    elif is_reference(values):
        return  # the reference takes it apart and finds nothing in it
    try:
        insert(tags, values)
    except EvaluationError as error:
        if resource.line is None:
            raise
        location = Location(resource.file or None, resource.line)
        raise EvaluationError(error.message, location=location, is_bare=True) from None


def inherit_tags(resource: Resource) -> None:
    """Take over the tags that the resource around this one has by now."""
    container = resource.scope.resource
    if container is not None and container is not resource:
        own_tags(resource).update(own_tags(container))


def all_tags(resource: Resource) -> Tags:
    """Return the tags of a resource in a finished catalog; not to be changed."""
    if resource.definition is not None:
        return own_tags(resource)
    tags = resource.tags
    if tags is None:
        tags = _first_tags(resource)
    container = resource.scope.resource
    if container is not None and container is not resource:
        tags.update(container.content_tags or own_tags(container))
    return tags


def has_tag(resource: Resource, names: AbstractSet[str]) -> bool:
    """Return whether a resource or its container has one of these lower-case tags."""
    found: Resource | None = resource
    while found is not None:
        if has_own_tag(found, names):
            return True
        container = found.scope.resource
        found = None if container is found else container
    return False


def has_own_tag(resource: Resource, names: AbstractSet[str]) -> bool:
    """Return whether a resource itself has one of these lower-case tags."""
    tags = resource.tags
    if tags is None:
        return _may_have_tag(resource, names) and not names.isdisjoint(own_tags(resource))
    return not names.isdisjoint(tags)


def _may_have_tag(resource: Resource, names: AbstractSet[str]) -> bool:
    """Return False if a resource surely has none of these tags of its own.

    Collectors ask all resources of a type, and most are not meant: those need no table of tags.
    """
    title = resource.title
    if ":" in title or title.lower() in names or not names.isdisjoint(_OF_NAMES[resource.type]):
        return True
    tag = resource.parameters.get("tag")
    return tag is not None and (type(tag) is not str or ":" in tag or tag.lower() in names)


def _segments(name: str) -> list[str]:
    parts = name.split("::")
    # As in the reference, nothing is left of colons at the end.
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _text(value: Any) -> str:
    if type(value) is str:
        return value
    from duckrow.puppet.types.format.interpolated import interpolated

    return interpolated(value)
