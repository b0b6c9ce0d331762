"""Whether one resource comes before another, or notifies it, as rspec-puppet works it out.

It follows the relationships that resources and the containers around them write down, and the
automatic ones of their types. The order in which an agent would apply them is not asked.
"""

from __future__ import annotations

from duckrow.puppet.apply.relationship_attributes import relation_text, relations_of
from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.resources.desired import Desired

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.spec.catalogue import CatalogueValue


class Relations:
    """Answers about the resources of one catalog."""

    __slots__ = ("_catalogue", "_known")

    def __init__(self, catalogue: CatalogueValue) -> None:
        self._catalogue = catalogue
        self._known: dict[tuple[int, str], set[str]] = {}

    def find(self, reference: str) -> Resource | None:
        """Return a resource by its reference, or by the name that it has."""
        found = self._catalogue.find_reference(reference)
        if found is not None:
            return found
        type_name, _, rest = reference.partition("[")
        title = rest.removesuffix("]")
        for each in self._catalogue.resources():
            if each.type == type_name and each.description is not None:
                key = each.description.unique_key(each.title, each.parameters)
                if key[0] == title:
                    return each
        return None

    def precedes(self, first: Resource | None, second: Resource | None) -> bool:
        """Return whether the first comes before the second."""
        if first is None or second is None:
            return False
        for one in _with_containers(first):
            before = self._targets(one, "before") | self._targets(one, "notify")
            for other in _with_containers(second):
                # rspec-puppet asks what the first one subscribes to, not the other one.
                required = self._targets(other, "require") | self._targets(one, "subscribe")
                if _ref(other) in before or _ref(one) in required or before & required:
                    return True
        return False

    def notifies(self, first: Resource | None, second: Resource | None) -> bool:
        """Return whether the first notifies the second."""
        if first is None or second is None:
            return False
        for one in _with_containers(first):
            notified = self._targets(one, "notify")
            for other in _with_containers(second):
                if _ref(other) in notified or _ref(one) in self._targets(other, "subscribe"):
                    return True
        return False

    def _targets(self, resource: Resource, kind: str) -> set[str]:
        """Return the references that a resource reaches by relationships of one kind."""
        key = (id(resource), kind)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = set()
            waiting, seen = [resource], {id(resource)}
            while waiting:
                for text in self._own_targets(waiting.pop(), kind):
                    found.add(text)
                    other = self.find(text)
                    if other is None:
                        continue
                    found |= _names(other)
                    if id(other) not in seen:
                        seen.add(id(other))
                        waiting.append(other)
        return found

    def _own_targets(self, resource: Resource, kind: str) -> list[str]:
        written = relations_of(resource.parameters).get(kind, [])
        found = [relation_text(each) for each in written]
        if resource.description is None:
            return found
        node = self._catalogue.compiled.desired(resource)
        if type(node) is Desired:
            for type_name, titles in getattr(node.behaviour, f"auto{kind}")(node):
                found += [f"{capitalized(type_name)}[{title}]" for title in titles]
        return found


def _ref(resource: Resource) -> str:
    return str(resource)


def _names(resource: Resource) -> set[str]:
    """Return the references of a resource: by its title, and by the name that it has."""
    found = {str(resource)}
    description = resource.description
    if description is not None:
        key = description.unique_key(resource.title, resource.parameters)
        found.add(f"{resource.type}[{key[0]}]")
    return found


def _with_containers(resource: Resource) -> list[Resource]:
    """List a resource and all that contain it."""
    found: list[Resource] = [resource]
    for each in found:
        found += [around for around in each.all_containers() if around not in found]
    return found
