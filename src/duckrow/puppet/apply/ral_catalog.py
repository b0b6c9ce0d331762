"""A catalog as an agent sees it: resources ready to be applied, and what contains them.

Classes, defines and stages contain: they are `Container`s, which have an order but do nothing.
Everything else is a `Desired`. Both are nodes: they have `ref`, `tags` and `path`, and come in the
order of the catalog. A node is found by type and title, by the attributes that name it, and by its
aliases.
"""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.catalog.resource import location_words
from duckrow.puppet.providers.base import Broken, ProviderError
from duckrow.puppet.resources.behaviour import Behaviour, behaviour_of
from duckrow.puppet.resources.desired import Desired, ResourceError, secret_texts
from duckrow.puppet.runtime.flatten import flattened
from duckrow.source.errors import DuckrowError
from duckrow.state.secrets import Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Protocol

    from duckrow.puppet.apply.ruby_types import FindBehaviour
    from duckrow.puppet.providers.base import Provider
    from duckrow.puppet.providers.index import Providers
    from duckrow.puppet.resources.desired import FileServer, Log
    from duckrow.puppet.resources.table import ResourceTypeTable


class Container:
    """A class, define, node or stage."""

    __slots__ = ("file", "line", "path", "ref", "relations", "tags", "title", "type")

    def __init__(
        self,
        type_: str,
        title: str,
        relations: dict[str, list[Any]],
        tags: Iterable[str],
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        self.type = type_
        self.title = title
        self.ref = f"{type_}[{title}]"
        self.relations = relations
        self.tags = tags
        self.file = file
        self.line = line
        self.path = self.ref

    def __str__(self) -> str:
        return self.ref

    def __repr__(self) -> str:
        return f"<container {self.ref}>"


if TYPE_CHECKING:
    Node = Desired | Container

    class Module(Protocol):
        """A module, as puppet/loaders knows it."""

        @property
        def path(self) -> str: ...

        def file(self, relative: str) -> str | None: ...  # the full path, if there is one


class RalCatalog:
    """All nodes of a catalog with their containers."""

    __slots__ = (
        "_behaviours",
        "_log",
        "_warned",
        "backups",
        "classes",
        "containers",
        "contents",
        "environment",
        "find_table",
        "has_texts",
        "is_applied",
        "is_noop",
        "is_stopped",
        "modules",
        "name",
        "nodes",
        "providers",
        "ruby_types",
        "secrets",
        "server",
        "shows_diff",
        "tables",
        "uuid",
        "version",
    )

    def __init__(
        self,
        name: str,
        environment: str,
        providers: Providers,
        log: Log,
        find_table: Callable[[str], ResourceTypeTable | None],
    ) -> None:
        self.name = name
        self.environment = environment
        self.version: Any = None
        self.uuid: str | None = None
        self.classes: list[str] = []
        self.providers = providers
        self.find_table = find_table
        self.secrets = Secrets()
        # The modules by name, loaded on first use; and the backups of files.
        self.modules: Callable[[], Mapping[str, Module]] = dict
        self.backups: Any = None
        # The server that has the sources of files; None for a catalog that was compiled here.
        self.server: FileServer | None = None
        # Returns the behaviour of a type that a module brings in Ruby.
        self.ruby_types: FindBehaviour | None = None
        # Options of the run, for providers whose messages depend on them.
        self.is_noop = False
        # Whether resources are being applied: from then on the order of all resources is known.
        self.is_applied = False
        self.is_stopped = False  # a provider has ended the run
        self.shows_diff = False
        # All values are texts, since they come from a command line.
        self.has_texts = False
        self.nodes: list[Node] = []
        # The containers of a node, the first is part of its path; and the contents of a container.
        self.containers: dict[Node, list[Container]] = {}
        self.contents: dict[Node, list[Node]] = {}
        self.tables: dict[str, dict[Any, Node]] = {}
        self._behaviours: dict[str, Behaviour] = {}
        self._log = log
        self._warned: set[str] = set()

    def warn(self, message: str) -> None:
        """Log a warning that is not about one resource."""
        self._log("warning", message, "Puppet")

    def warn_once(self, message: str) -> None:
        """Log a warning that is not about one resource, unless it has been logged."""
        if message not in self._warned:
            self._warned.add(message)
            self.warn(message)

    # Looking up, also for types and providers.

    def find(self, type_name: str, title: str) -> Desired | None:
        """Return a resource by the name of its type and its title, name or alias."""
        found = self.find_node(type_name, title)
        return found if type(found) is Desired else None

    def find_node(self, type_name: str, title: str) -> Node | None:
        """Return a resource or container."""
        type_ = capitalized(type_name)
        table = self.tables.get(type_)
        if table is None:
            return None
        if type_ == "Class":
            title = capitalized(title.removeprefix("::"))
        found = table.get(title)
        if found is None:
            some = next(iter(table.values()))
            # A title without a slash at its end is the only name of a file.
            if type(some) is Desired and (type_ != "File" or title[-1:] == "/"):
                key = some.table.alias_key(title, {})
                if key is not None:
                    found = table.get(key[0] if len(key) == 1 else key)
        return found

    def find_reference(self, text: str) -> Node | None:
        """Return the node that a reference such as File[/x] names."""
        type_, bracket, title = text.partition("[")
        if type_ and bracket and text[-1] == "]":
            return self.find_node(type_, title[:-1])
        return None

    def of_type(self, type_name: str) -> list[Desired]:
        """Return all resources of a type, in order."""
        type_ = capitalized(type_name)
        return [node for node in self.nodes if type(node) is Desired and node.type == type_]

    def providers_of(self, table: ResourceTypeTable) -> list[Provider]:
        """Return the providers of a type that can work here, the preferred one first."""
        return self.providers.suitable(self.behaviour(table))

    def backup(self, path: str) -> str | None:
        """Back up the content of a file; return its SHA-256, or None without a backup."""
        if self.backups is None:
            return None
        files = self.providers.machine.files
        found: str = self.backups.keep(path, lambda: files.pieces(path))
        return found

    def find_source(self, url: str) -> str | None:
        """Return the path on the host of the file that puppet:///modules/NAME/PATH names."""
        mount, _, rest = url.removeprefix("puppet:///").partition("/")
        name, _, relative = rest.partition("/")
        module = self.modules().get(name)
        if mount != "modules" or module is None or ".." in relative.split("/"):
            return None
        return f"{module.path}/files/{relative}".rstrip("/")

    def plugin_directories(self, relative: str) -> list[str]:
        """Return the directories of a name in `lib` of modules, on the host itself."""
        found = (module.file(f"lib/{relative}") for module in self.modules().values())
        return [path for path in found if path is not None]

    # Building.

    def behaviour(self, table: ResourceTypeTable) -> Behaviour:
        """Return the behaviour of a type."""
        found = self._behaviours.get(table.name)
        if found is None:
            found = self.providers.own_behaviour(table) or behaviour_of(table)
            if type(found) is Behaviour and self.ruby_types is not None:
                found = self.ruby_types(table) or found
            self._behaviours[table.name] = found
        return found

    def to_check_before_run(self) -> list[Desired]:
        """Return the resources that may forbid the run."""
        if not any(each.checks_before_run for each in self._behaviours.values()):
            return []
        return [
            node
            for node in self.nodes
            if type(node) is Desired and node.behaviour.checks_before_run
        ]

    def _behaviour_for(self, table: ResourceTypeTable, provider: object) -> Behaviour:
        """Return the behaviour of a resource; a module may bring a provider of a native type."""
        usual = self.behaviour(table)
        if provider is None or self.ruby_types is None or usual.own_providers:
            return usual
        name = str(provider)
        if name in usual.providers or self.providers.get(table.name, name) is not None:
            return usual
        key = f"{table.name} {name}"
        if key not in self._behaviours:
            self._behaviours[key] = self.ruby_types(table, name) or usual
        return self._behaviours[key]

    def make(
        self,
        type_name: str,
        title: str,
        values: Mapping[str, object],
        around: Desired | None,
        instance: object = None,
    ) -> Desired:
        """Make a resource outside the catalog, with the location and tags of another if given.

        `instance` is its object in Ruby code, for a resource that Ruby code made.
        """
        file, line = (None, None) if around is None else (around.file, around.line)
        table = self.find_table(type_name.lower())
        if table is None:
            raise ResourceError(f"Unknown resource type: '{type_name}'", file, line)
        given = dict(values)
        if around is not None and instance is None:
            for name in ("noop", "loglevel", "schedule"):
                if name in around.values and name not in given:
                    given[name] = around.values[name]
        tags = dict.fromkeys([table.name, *(() if around is None else around.tags)])
        return self.desired(table, title, given, file, line, tags, (), instance)

    def desired(
        self,
        table: ResourceTypeTable,
        title: str,
        given: Mapping[str, object],
        file: str | None,
        line: int | None,
        tags: Iterable[str],
        sensitive: Iterable[str],
        instance: object = None,
    ) -> Desired:
        """Make a resource, with its provider and all its attributes checked."""
        behaviour = self._behaviour_for(table, given.get("provider"))
        desired = Desired(
            behaviour, title, given, file=file, line=line, tags=tags, sensitive=sensitive
        )
        desired.log_to = self._log
        desired.catalog = self
        desired.instance = instance
        try:
            try:
                desired.provider = behaviour.choose_provider(desired, self.providers)
            except ProviderError as error:
                desired.provider = Broken(str(error))
            behaviour.fill(desired)
        except DuckrowError as error:
            if not desired.sensitive:
                raise
            if isinstance(error, ResourceError):
                raise ResourceError(desired.hide(error.message), error.file, error.line) from None
            raise desired.fail(desired.hide(str(error))) from None
        except Exception as error:
            from duckrow.source.python_files import text_of_error

            text = text_of_error(error, behaviour)
            if not text:
                raise
            raise desired.fail(desired.hide(text)) from error
        if desired.sensitive:
            self.secrets.add(secret_texts(desired))
        return desired

    def add(self, node: Node, containers: list[Container]) -> None:
        """Add a node, in its containers, which are there already."""
        table = self.tables.get(node.type)
        if table is None:
            table = self.tables[node.type] = {}
        if type(node) is Desired:
            self._add_names(node, table)
        table[node.title] = node
        self.nodes.append(node)
        self.containers[node] = containers
        for container in containers:
            held = self.contents.get(container)
            if held is None:
                held = self.contents[container] = []
            held.append(node)
        self.set_path(node)

    def move_beside(self, node: Node, count: int, *, is_before: bool) -> None:
        """Move the nodes that were added last to a position right before or behind another."""
        nodes = self.nodes
        added = nodes[-count:]
        del nodes[-count:]
        position = nodes.index(node) + (not is_before)
        nodes[position:position] = added

    def set_path(self, node: Node) -> None:
        """Work out the path of a node from that of its first container."""
        containers = self.containers.get(node)
        name = node.title if type(node) is Container and node.type == "Class" else node.ref
        node.path = f"{containers[0].path}/{name}" if containers else f"/{name}"

    def _add_names(self, node: Desired, table: dict[object, Node]) -> None:
        other = table.get(node.title)
        if other is not None and (len(node.table.namevars) == 1 or other.title == node.title):
            raise duplicate(node, other)  # a name is not enough where another attribute names too
        if node.table.is_isomorphic and node.name != node.title:
            other = table.setdefault(node.name, node)
            if other is not node and len(node.table.namevars) == 1:
                raise cannot_alias(node, (node.name,), other)
        if len(node.table.namevars) == 1 and "alias" not in node.given:
            return
        from duckrow.ruby.values.keys import to_key  # few resources need it, small runs none

        if len(node.table.namevars) > 1 and node.table.is_isomorphic:
            key = node.behaviour.unique_key(node)
            if key is not None:
                other = table.setdefault(tuple(map(to_key, key)), node)
                if other is not node:
                    raise cannot_alias(node, key, other)
        if "alias" in node.given:
            for alias in flattened(node.given["alias"]):
                key = to_key(alias)
                other = table.get(key)
                if other is not None and other is not node:
                    raise node.fail(
                        f"Parameter alias failed on {node.ref}: {node.ref} can not create alias "
                        f"{alias}: object already exists"
                    )
                table[key] = node


def duplicate(node: Desired, other: Node) -> ResourceError:
    """Return the error about a resource whose title is the name of another."""
    at, there = location_words(node.file, node.line), location_words(other.file, other.line)
    return ResourceError(
        f"Duplicate declaration: {node.ref} is already declared{' at ' + there if there else ''}; "
        f"cannot redeclare{' ' + at if at else ''}"
    )


def cannot_alias(node: Desired, key: tuple[object, ...], other: Node) -> ResourceError:
    """Return the error about two resources whose naming attributes have the same values."""
    from duckrow.ruby.values.inspect import inspect

    at, there = location_words(node.file, node.line), location_words(other.file, other.line)
    return ResourceError(
        f"Cannot alias {node.ref} to {inspect(list(key))}{' at ' + at if at else ''}; "
        f"resource {inspect([node.type, *key])} already declared{' ' + there if there else ''}"
    )


def settle_paths(catalog: RalCatalog) -> None:
    """Work out paths again, now that all containers have theirs."""
    done: set[int] = set()

    def settle(node: Node) -> None:
        stack = [node]
        while stack:
            top = stack[-1]
            around = catalog.containers.get(top)
            if around and id(around[0]) not in done and around[0] not in stack:
                stack.append(around[0])
                continue
            catalog.set_path(top)
            done.add(id(stack.pop()))

    for node in catalog.nodes:
        settle(node)
    for node in catalog.nodes:
        if type(node) is Desired and node.behaviour.finishes:
            node.behaviour.finish(node)
