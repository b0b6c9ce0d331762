"""A loaded policy: bundles and bodies by name, in the order of their files."""

from __future__ import annotations

from duckrow.cfengine.policy.model import Body, Bundle
from duckrow.cfengine.syntax import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

DEFAULT = "default"


class Policy:
    """Bundles, bodies and custom promise types."""

    __slots__ = (
        "_bodies_by_name",
        "_bundles_by_name",
        "_default_bodies",
        "bodies",
        "bundles",
        "custom_types",
        "files",
    )

    def __init__(self) -> None:
        self.bundles: list[Bundle] = []
        self.bodies: list[Body] = []
        self.custom_types: dict[str, Body] = {}
        # Paths of the files, with the digests of their contents.
        self.files: dict[str, str] = {}
        self._bundles_by_name: dict[tuple[str, str, str], Bundle] = {}
        self._bodies_by_name: dict[tuple[str, str, str], Body] = {}
        self._default_bodies: dict[tuple[str, str], Body] | None = None

    def add(self, blocks: Iterable[nodes.Block], file: str) -> None:
        """Add the blocks of a file; a block that names another file belongs to that file."""
        for node in blocks:
            own_file = file if node.file is None else node.file
            if isinstance(node, nodes.Bundle):
                self.add_bundle(Bundle(node, own_file))
            elif isinstance(node, nodes.CustomPromiseType):
                self.custom_types.setdefault(node.name, Body(node, own_file))
            else:
                self.add_body(Body(node, own_file))

    def add_bundle(self, bundle: Bundle) -> None:
        """Add a bundle."""
        self.bundles.append(bundle)
        self._bundles_by_name.setdefault((bundle.namespace, bundle.kind, bundle.name), bundle)

    def add_body(self, body: Body) -> None:
        """Add a body."""
        self.bodies.append(body)
        self._default_bodies = None
        self._bodies_by_name.setdefault((body.namespace, body.kind, body.name), body)

    def set_bundles(self, bundles: list[Bundle]) -> None:
        """Replace all bundles."""
        self.bundles = []
        self._bundles_by_name = {}
        for bundle in bundles:
            self.add_bundle(bundle)

    def merge(self, other: Policy) -> None:
        """Add everything from another policy at the end."""
        # Each policy is merged into that of its caller, so blocks are not added one by one.
        self.bundles += other.bundles
        self.bodies += other.bodies
        self._default_bodies = None
        self._bundles_by_name = other._bundles_by_name | self._bundles_by_name
        self._bodies_by_name = other._bodies_by_name | self._bodies_by_name
        self.custom_types = other.custom_types | self.custom_types
        self.files.update(other.files)

    def bundle(self, kind: str, name: str, namespace: str = DEFAULT) -> Bundle | None:
        """Return a bundle, or None; a namespace in the name takes precedence."""
        namespace, name = split_name(name, namespace)
        return self._bundles_by_name.get((namespace, kind, name))

    def body(self, kind: str, name: str, namespace: str = DEFAULT) -> Body | None:
        """Return a body, or None; a namespace in the name takes precedence."""
        namespace, name = split_name(name, namespace)
        return self._bodies_by_name.get((namespace, kind, name))

    def default_bodies(self) -> dict[tuple[str, str], Body]:
        """Return the bodies of the namespace bodydefault by kind and name."""
        found = self._default_bodies
        if found is None:
            found = self._default_bodies = {
                (body.kind, body.name): body
                for body in self.bodies
                if body.namespace == "bodydefault"
            }
        return found

    def control(self, kind: str) -> Body | None:
        """Return a control body, or None."""
        return self._bodies_by_name.get((DEFAULT, kind, "control"))


def split_name(name: str, namespace: str) -> tuple[str, str]:
    """Split a name into namespace and bare name; without a namespace, use the given one."""
    before, colon, after = name.partition(":")
    return (before, after) if colon else (namespace, name)
