"""ResourceTypeTable: the attributes of a resource type, and how a title names a resource.

    TABLE = ResourceTypeTable(
        "mount",
        properties={"ensure": "defined present unmounted absent mounted", "device": ""},
        parameters={"name": "", "remounts": "true false"},
    )

An attribute is a property, which describes a state of the machine, or a parameter, which says how
to bring it about. The text beside it lists the values that it takes: words, and regular expressions
between slashes, in the order in which they are tried; no text means any value. Features are what a
provider must be able to do for an attribute to have a meaning. None of this is judged when a
catalog is built, except whether an attribute exists.

A title gives the value of the attribute that names the resource (`namevars`) when that is not
given. Where a title is more than that, `split_title` says what it holds. Two resources of a type
that `is_isomorphic` must differ in what names them, whatever their titles are.
"""

from __future__ import annotations

from duckrow.puppet.runtime.definition import METAPARAMETERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

# `name` is an attribute of every type, as another word for the attribute that names it.
_ALWAYS = frozenset((*METAPARAMETERS, "name"))


class ResourceTypeTable:
    """A resource type of duckrow."""

    __slots__ = (
        "_parts",
        "attribute_help",
        "attribute_names",
        "behaviour",
        "features",
        "is_isomorphic",
        "is_open",
        "key_names",
        "lists",
        "name",
        "namevars",
        "parameters",
        "properties",
        "split_title",
        "summary",
    )

    def __init__(
        self,
        name: str,
        *,
        properties: dict[str, str],
        parameters: dict[str, str],
        namevars: tuple[str, ...] = ("name",),
        is_isomorphic: bool = True,
        split_title: Callable[[str], dict[str, str]] | None = None,
        lists: tuple[str, ...] = (),
        features: dict[str, str] | None = None,
        summary: str = "",
        attribute_help: dict[str, str] | None = None,
        is_open: bool = False,
    ) -> None:
        self.name = name
        self.properties = properties
        self.parameters = parameters
        self.namevars = namevars
        self.is_isomorphic = is_isomorphic
        self.split_title = split_title
        # Properties for which a list is one value, not several values to choose from.
        self.lists = lists
        # Attribute -> the feature of the provider that it needs.
        self.features = features or {}
        # Whether it has more attributes, which only its Ruby code knows.
        self.is_open = is_open
        # One sentence on the type and one on each attribute, for `duckrow describe`.
        self.summary = summary
        self.attribute_help = attribute_help or {}
        # The behaviour of the type, if a module brings both in Python.
        self.behaviour: Any = None
        # All attributes that a declaration may set; checked for every attribute of every resource.
        self.attribute_names = _ALWAYS.union(properties, parameters)
        # Attributes that can change the name of the resource.
        self.key_names = frozenset((*namevars, "name"))
        self._parts = tuple(sorted(namevars))  # of a unique key

    def is_attribute(self, name: str) -> bool:
        """Return whether a declaration may have an attribute of this name."""
        return name in self.attribute_names

    # The attributes of a define.
    is_parameter = is_attribute

    @property
    def namevar(self) -> str:
        """The attribute that `name` means in a finished catalog."""
        return self.namevars[0] if len(self.namevars) == 1 else "name"

    def parts_of(self, title: str) -> dict[str, str]:
        """Return the attributes that a title holds."""
        return {self.namevar: title} if self.split_title is None else self.split_title(title)

    def alias_key(self, title: str, given: Mapping[str, object]) -> tuple[Any, ...] | None:
        """Return the unique key of a resource where it has one besides its title."""
        if not self.is_isomorphic:
            return None
        if len(self.namevars) == 1 and self.key_names.isdisjoint(given):
            if self.split_title is None:
                return None
            name = self.split_title(title)[self.namevars[0]]
            return None if name == title else (name,)
        if len(self.namevars) == 1 and self.split_title is None:
            # What `unique_key` comes to for nearly all types.
            value = given.get(self.namevars[0])
            if value is False:
                value = given.get("name")
            return None if _is_nothing(value) or value == title else (value,)
        key = self.unique_key(title, given)
        if key == (title,) or all(_is_nothing(part) for part in key):
            return None
        return key

    def unique_key(self, title: str, given: Mapping[str, object]) -> tuple[Any, ...]:
        """Return the key of a resource: the values of the naming attributes, sorted by their names.

        Given attributes win over the parts of the title. An unknown part is None.
        """
        namevar = self.namevar
        values: dict[str, Any] = self.parts_of(title)
        for name in self.key_names:
            value = given.get(name)
            if value is not None:
                values[name] = value
        for name in (namevar, "name"):
            if _is_nothing(values.get(name)):
                values[name] = next(
                    (v for v in (values.get(namevar), values.get("name")) if not _is_nothing(v)),
                    title,
                )
        return tuple([values.get(name) for name in self._parts])

    def __repr__(self) -> str:
        return f"<resource type {self.name}>"


def _is_nothing(value: object) -> bool:
    """Return whether the title replaces a value, as it does undef and false."""
    return value is None or value is False
