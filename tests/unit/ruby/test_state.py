"""Ruby code shares nothing through modules: all state hangs on an object that a caller made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[3] / "src" / "duckrow"
ROOMS = ("ruby", "puppet/ruby_code")
CHANGES = frozenset(
    "add append clear discard extend insert pop popitem remove setdefault update".split()
)
# Memories of pure functions, and a count of changes: whoever asks gets the same answer.
MEMORIES = {"ruby/core/text/format.py: _letters", "ruby/values/kinds.py: CHANGES"}


def names_at_the_top(tree: ast.Module) -> set[str]:
    """Name the variables of a module, and those that it imports."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    found = {each.asname or each.name for node in imports for each in node.names}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        found |= {each.id for each in targets if isinstance(each, ast.Name)}
    return found


def own_names(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Name the variables and parameters of a function."""
    given = function.args
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    stored = (
        each.id
        for each in ast.walk(function)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
    outside = {
        name for each in ast.walk(function) if isinstance(each, ast.Global) for name in each.names
    }
    return {*stored, *(each.arg for each in parameters if each is not None)} - outside


def changed_names(function: ast.AST) -> Iterator[str]:
    """Name the variables whose values the code of a function changes in place."""
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield from node.names
        target: ast.AST | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            target = node.func if node.func.attr in CHANGES else None
        elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            target = node
        if isinstance(target, ast.Attribute | ast.Subscript) and isinstance(target.value, ast.Name):
            yield target.value.id


def shared_state(path: Path) -> Iterator[str]:
    """Name the module's variables that its functions change, and functions that remember."""
    tree = ast.parse(path.read_text())
    shared = names_at_the_top(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from shared & set(changed_names(node)) - own_names(node)
        if isinstance(node, ast.FunctionDef):
            decorators = map(ast.unparse, node.decorator_list)
            yield from (node.name for each in decorators if "cache" in each)


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_holds_state(room: str) -> None:
    files = sorted((SOURCES / room).rglob("*.py"))
    assert files
    found = {
        f"{file.relative_to(SOURCES)}: {each}" for file in files for each in shared_state(file)
    }
    assert found <= MEMORIES


@pytest.mark.parametrize(
    "text",
    [
        "MADE = {}\ndef make(name):\n    MADE[name] = 1\n",
        "MADE = []\ndef make(name):\n    MADE.append(name)\n",
        "STATE = State()\ndef make(name):\n    STATE.name = name\n",
        "MADE = 1\ndef make():\n    global MADE\n    MADE = 2\n",
        "def make(name):\n    from x import MADE\n    MADE[name] = 1\n",
        "@lru_cache\ndef make(name):\n    return name\n",
        "MADE: dict[str, int] = {}\nmake = lambda name: MADE.setdefault(name, 1)\n",
    ],
)
def test_state_is_found(text: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(text)
    assert list(shared_state(path)) in (["MADE"], ["STATE"], ["make"])
