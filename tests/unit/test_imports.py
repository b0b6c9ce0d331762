"""Imports inside functions: they may not hide cycles between files, nor delay nothing.

`test_layers` forbids cycles between rooms. Within a room some files need each other; each such
group is named here, so that a new one is a decision. An import in a function counts like one at the
top of a file; an import for type checking only does not, since it never runs.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

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
    "puppet.runtime.access": (2, "an access to a type may give a reference"),
    "puppet.runtime.arithmetic": (3, "operators on collections and times fall back on numbers"),
    "puppet.runtime.block": (3, "a block is called by its signature, which describes blocks"),
    "puppet.runtime.matching": (2, "a match of a collection matches its elements"),
    "puppet.types.assignable": (58, "types contain types: each question asks the others"),
    "ruby.core.basics": (2, "a method is found by its class, and a class by a method"),
    "ruby.core.collections.array": (13, "enumerable, array and range are made of each other"),
}


def _modules() -> dict[str, tuple[ast.Module, bool]]:
    found = {}
    for path in sorted((SOURCES / "duckrow").rglob("*.py")):
        names = path.relative_to(SOURCES).with_suffix("").parts
        is_package = names[-1] == "__init__"
        name = ".".join(names[:-1] if is_package else names)
        found[name] = (ast.parse(path.read_text()), is_package)
    return found


MODULES = _modules()


def _imports(node: ast.AST, *, in_functions: bool) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports that run: at the top, or with `in_functions` in functions alone."""
    found: list[ast.Import | ast.ImportFrom] = []
    stack = [(child, False) for child in ast.iter_child_nodes(node)]
    while stack:
        child, inside = stack.pop()
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            stack += [(other, inside) for other in child.orelse]
        elif isinstance(child, ast.ExceptHandler) and not inside:
            continue  # a fallback for another version of Python seldom runs
        elif isinstance(child, ast.Import | ast.ImportFrom):
            if inside is in_functions:
                found.append(child)
        else:
            inside = inside or isinstance(child, ast.FunctionDef)
            stack += [(other, inside) for other in ast.iter_child_nodes(child)]
    return found


def _loaded(module: str, node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the names of the modules that an import statement loads."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    package = module.split(".") if MODULES[module][1] else module.split(".")[:-1]
    base = package[: len(package) - node.level + 1] if node.level else []
    name = ".".join([*base, *(node.module.split(".") if node.module else [])])
    inner = [f"{name}.{alias.name}" for alias in node.names]
    return [name, *(module for module in inner if module in MODULES)]


def _with_parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


@cache
def _closure(module: str) -> set[str]:
    """Return every module that importing a module loads."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        for other in DIRECT.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


DIRECT = {
    module: {
        parent
        for node in _imports(tree, in_functions=False)
        for name in _loaded(module, node)
        for parent in _with_parents(name)
    }
    | set(_with_parents(module)[:-1])
    for module, (tree, _) in MODULES.items()
}


def test_files_that_import_each_other_are_named() -> None:
    graph: Graph[str] = Graph()
    for module, (tree, _) in MODULES.items():
        graph.add(module)
        for in_functions in (False, True):
            for node in _imports(tree, in_functions=in_functions):
                for name in _loaded(module, node):
                    if name in MODULES and not f"{module}.".startswith(f"{name}."):
                        graph.connect(module, name)
    groups = [group for group in components(graph) if len(group) > 1]
    found = {min(group).removeprefix("duckrow."): len(group) for group in groups}
    assert found == {first: size for first, (size, _) in CYCLES.items()}


def test_no_function_imports_a_module_that_its_file_has_loaded() -> None:
    """Such an import saves no time at start-up, so it belongs at the top of the file."""
    late = []
    for module, (tree, _) in MODULES.items():
        known = _closure(module)
        for node in _imports(tree, in_functions=True):
            names = _loaded(module, node)
            is_known = all(name in known for name in names)
            # A module that is still being loaded cannot be imported from at the top.
            is_cyclic = any(module in _closure(name) for name in names)
            if is_known and not is_cyclic:
                late.append(f"{module}:{node.lineno}: {ast.unparse(node)}")
    assert late == []
