"""Imports inside functions: they may not hide cycles between files, nor delay nothing.

`test_layers` forbids cycles between rooms. Within a room some files need each other; each such
group is named here, so that a new one is a decision. An import in a function counts like one at the
top of a file; an import for type checking only does not, since it never runs.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from duckrow.graph.cycles import components
from duckrow.graph.graph import Graph

SOURCES = Path(__file__).parents[2] / "src"

# Groups of files that import each other, by the first of them: how many they are, and why.
CYCLES: dict[str, tuple[int, str]] = {
    "cfengine.promises.files.copy_attributes": (8, "a copied directory holds files and links"),
    "puppet.catalog.bodies": (2, "classes hold bodies, and bodies include classes"),
    "puppet.catalog.collectors": (5, "collectors override, and overrides relate resources"),
    "puppet.catalog.formats": (3, "each format of a catalog is a file of its own"),
    "puppet.compiler.translate": (2, "a heredoc of code is translated within a unit"),
    "puppet.hiera.automatic": (4, "lookups ask layers, and layers look up other keys"),
    "puppet.hiera.config": (2, "a version 3 configuration becomes a version 5 one"),
    "puppet.ruby_code.calling": (13, "Ruby calls Puppet's functions, which may be Ruby"),
    "puppet.runtime.access": (3, "an access to a type may give a reference"),
    "puppet.runtime.arithmetic": (3, "operators on collections and times fall back on numbers"),
    "puppet.runtime.block": (3, "a block is called by its signature, which describes blocks"),
    "puppet.runtime.matching": (2, "a match of a collection matches its elements"),
    "puppet.types.assignable": (58, "types contain types: each question asks the others"),
    "ruby.core.basics": (2, "a method is found by its class, and a class by a method"),
    "ruby.core.collections.array": (13, "enumerable, array and range are made of each other"),
}


Import = ast.Import | ast.ImportFrom
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def _imports(tree: ast.Module) -> tuple[list[Import], list[Import]]:
    """Return the imports that run: those at the top, and those in functions."""
    at_top: list[Import] = []
    in_functions: list[Import] = []
    stack: list[tuple[ast.AST, bool]] = [(child, False) for child in tree.body]
    while stack:
        node, inside = stack.pop()
        if isinstance(node, Import):
            (in_functions if inside else at_top).append(node)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            stack += [(child, inside) for child in node.orelse]
        elif not isinstance(node, ast.ExceptHandler) or inside:
            # Handlers at the top seldom run: they are for another version of Python.
            inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for block in _BLOCKS:  # expressions have no imports
                stack += [(child, inside) for child in getattr(node, block, ())]
    return at_top, in_functions


class Sources:
    """The imports of duckrow's files, and what importing each file loads."""

    def __init__(self) -> None:
        self.at_top: dict[str, list[Import]] = {}
        self.in_functions: dict[str, list[Import]] = {}
        self.packages: set[str] = set()
        for path in sorted((SOURCES / "duckrow").rglob("*.py")):
            names = path.relative_to(SOURCES).with_suffix("").parts
            is_package = names[-1] == "__init__"
            name = ".".join(names[:-1] if is_package else names)
            self.at_top[name], self.in_functions[name] = _imports(ast.parse(path.read_text()))
            if is_package:
                self.packages.add(name)
        self._direct = {module: self._direct_imports(module) for module in self.at_top}
        self._closures: dict[str, set[str]] = {}

    def _direct_imports(self, module: str) -> set[str]:
        loaded = {
            parent
            for node in self.at_top[module]
            for name in self.loaded(module, node)
            for parent in _with_parents(name)
        }
        return loaded | set(_with_parents(module)[:-1])

    def loaded(self, module: str, node: Import) -> list[str]:
        """Return the names of the modules that an import statement loads."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        package = module.split(".") if module in self.packages else module.split(".")[:-1]
        base = package[: len(package) - node.level + 1] if node.level else []
        name = ".".join([*base, *(node.module.split(".") if node.module else [])])
        inner = [f"{name}.{alias.name}" for alias in node.names]
        return [name, *(module for module in inner if module in self.at_top)]

    def closure(self, module: str) -> set[str]:
        """Return every module that importing a module loads."""
        known = self._closures.get(module)
        if known is not None:
            return known
        seen = self._closures[module] = set()
        waiting = [module]
        while waiting:
            for other in self._direct.get(waiting.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return seen


def _with_parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources()


def test_files_that_import_each_other_are_named(sources: Sources) -> None:
    graph: Graph[str] = Graph()
    for module, at_top in sources.at_top.items():
        graph.add(module)
        for node in (*at_top, *sources.in_functions[module]):
            for name in sources.loaded(module, node):
                if name in sources.at_top and not f"{module}.".startswith(f"{name}."):
                    graph.connect(module, name)
    groups = [group for group in components(graph) if len(group) > 1]
    found = {min(group).removeprefix("duckrow."): len(group) for group in groups}
    assert found == {first: size for first, (size, _) in CYCLES.items()}


def test_no_function_imports_a_module_that_its_file_has_loaded(sources: Sources) -> None:
    """Such an import saves no time at start-up, so it belongs at the top of the file."""
    late = []
    for module, in_functions in sources.in_functions.items():
        known = sources.closure(module)
        for node in in_functions:
            names = sources.loaded(module, node)
            is_known = all(name in known for name in names)
            # A module that is still being loaded cannot be imported from at the top.
            is_cyclic = any(module in sources.closure(name) for name in names)
            if is_known and not is_cyclic:
                late.append(f"{module}:{node.lineno}: {ast.unparse(node)}")
    assert late == []
