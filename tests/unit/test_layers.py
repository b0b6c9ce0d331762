"""Imports point downwards only, and the two languages never meet.

The table says which rooms a room may import besides itself, `source` and the standard library.
Every import statement counts: at the top of a file, in a function, or for type checking only.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "duckrow"

# The floors of the whole house, each with what it may stand on.
GROUND = {"source", "graph", "data", "regexp"}
MACHINE = GROUND | {"machine"}
HOST = MACHINE | {"facts", "state"}
LANGUAGES = HOST | {"ca", "store", "explain", "ruby", "puppet", "cfengine"}
SERVER = LANGUAGES | {"server"}
DIFF = LANGUAGES
SPEC = MACHINE | {"ruby", "puppet", "state"}

PUPPET_ROOMS = (
    "syntax validation values types catalog world hiera resources runtime compiler functions "
    "templates ruby_code ruby_host loaders settings providers module_sources "
    "plugins packages"
).split()


def _puppet(*rooms: str) -> set[str]:
    """Name rooms of Puppet; all of them may also import Ruby, which its values and words are."""
    return {"ruby", *(f"puppet.{room}" for room in rooms)}


def _cfengine(*rooms: str) -> set[str]:
    return {f"cfengine.{room}" for room in rooms}


MAY_IMPORT: dict[str, set[str]] = {
    "": set(),
    "__main__": {"cli"},
    "cli": SERVER | {"spec", "diff"},
    "testing": LANGUAGES | {"spec", "cli"},
    "spec": SPEC,
    "diff": DIFF,
    "server": LANGUAGES,
    "ca": {"machine", "data"},
    "store": MACHINE | {"state"},
    "facts": MACHINE,
    "state": MACHINE,
    "machine": GROUND,
    "source": set(),
    "graph": set(),
    "explain": {"graph"},
    "data": set(),
    "regexp": set(),
    "ruby": MACHINE,
    "puppet": set(),
    "puppet.syntax": _puppet("values") | {"regexp"},
    "puppet.values": {"ruby", "regexp"},
    "puppet.validation": _puppet("syntax", "values") | {"data"},
    "puppet.types": _puppet("syntax", "values") | {"data", "regexp"},
    "puppet.world": _puppet("values", "types") | {"machine"},
    "puppet.runtime": _puppet("values", "types", "world") | {"regexp"},
    "puppet.resources": _puppet("values", "types", "runtime") | {"data", "regexp"},
    "puppet.hiera": _puppet("values", "types", "world", "runtime") | {"data", "regexp"},
    "puppet.catalog": _puppet("values", "types", "world", "runtime", "resources", "hiera")
    | {"graph"},
    "puppet.compiler": _puppet("syntax", "validation", "values", "types", "runtime", "catalog")
    | {"regexp"},
    "puppet.functions": _puppet(
        "values",
        "types",
        "world",
        "runtime",
        "hiera",
        "catalog",
        "compiler",
        "templates",
        "ruby_code",
    )
    | {"data", "regexp"},
    "puppet.ruby_code": _puppet(
        "values", "types", "world", "runtime", "resources", "catalog", "compiler"
    )
    | {"regexp", "data"},
    "puppet.templates": _puppet("syntax", "values", "types", "runtime", "compiler", "ruby_code"),
    "puppet.loaders": _puppet(
        "syntax",
        "validation",
        "values",
        "types",
        "world",
        "runtime",
        "resources",
        "catalog",
        "compiler",
        "functions",
        "settings",
        "ruby_code",
    )
    | {"data"},
    "puppet.settings": _puppet("types", "world"),
    "puppet.providers": _puppet("values", "types", "runtime", "catalog", "resources", "ruby_code")
    | {"machine", "data", "regexp", "graph"},
    "puppet.ruby_host": _puppet(
        "values",
        "types",
        "world",
        "runtime",
        "resources",
        "catalog",
        "compiler",
        "settings",
        "providers",
        "ruby_code",
    )
    | {"machine", "facts", "data", "regexp"},
    "puppet.packages": _puppet("syntax", "loaders", "settings") | {"data", "facts", "machine"},
    "puppet.plugins": _puppet("values", "runtime", "catalog", "loaders", "settings") | {"machine"},
    "puppet.module_sources": _puppet("values", "ruby_code") | {"data", "machine"},
    "puppet.environment": _puppet(*PUPPET_ROOMS) | HOST,
    "puppet.apply": _puppet(
        "values",
        "types",
        "runtime",
        "catalog",
        "resources",
        "providers",
        "world",
        "settings",
        "ruby_host",
    )
    | {"graph", "data", "regexp"}
    | HOST,
    # What a store is asked, and what it is given.
    "puppet.storeconfigs": _puppet(
        "values", "types", "world", "runtime", "catalog", "settings", "environment", "agent"
    )
    | {"machine"},
    # What a server and an agent share: files by mount, their metadata, and the bucket.
    "puppet.file_serving": _puppet(
        "values", "world", "settings", "loaders", "packages", "catalog", "environment"
    )
    | {"data"}
    | HOST,
    "puppet.agent": _puppet(*PUPPET_ROOMS, "environment", "apply", "file_serving") | {"ca"} | HOST,
    "puppet.explain": _puppet(*PUPPET_ROOMS, "environment", "apply") | {"explain"} | HOST,
    "cfengine": set(),
    "cfengine.values": {"data"},
    "cfengine.syntax": _cfengine("values"),
    "cfengine.policy": _cfengine("values", "syntax"),
    "cfengine.evaluation": _cfengine("values", "syntax", "policy") | {"regexp"} | HOST,
    "cfengine.functions": _cfengine("values", "policy", "evaluation", "net") | {"regexp"} | HOST,
    # What hosts say to each other: keys, the protocol and its client.
    "cfengine.net": _cfengine("values", "evaluation") | HOST,
    "cfengine.promises": _cfengine("values", "syntax", "policy", "evaluation", "functions", "net")
    | {"regexp"}
    | HOST,
    "cfengine.agent": _cfengine(
        "values", "syntax", "policy", "evaluation", "functions", "net", "promises"
    )
    | {"regexp"}
    | HOST,
    "cfengine.server": _cfengine("values", "evaluation", "functions", "net", "agent")
    | {"regexp"}
    | HOST,
    # The scheduler: it reads a policy as the agent does, in a process that ends.
    "cfengine.executor": _cfengine("values", "evaluation", "functions", "agent")
    | {"regexp"}
    | HOST,
    # The monitor: it also keeps measurements promises in such a process.
    "cfengine.monitor": _cfengine("values", "evaluation", "functions", "agent") | HOST,
    "cfengine.tools": _cfengine("values", "evaluation", "net", "agent") | HOST,
    "cfengine.explain": _cfengine("values", "syntax", "policy", "evaluation", "agent")
    | {"explain"}
    | HOST,
}


def room_of(module: str) -> str:
    """Give the room of a module such as puppet.syntax.lexer: its first one or two names."""
    names = module.split(".")
    return ".".join(names[:2]) if names[0] in ("puppet", "cfengine") else names[0]


def is_allowed(importer: str, imported: str) -> bool:
    """Tell whether a room may import another; a whole language stands for all its rooms."""
    if imported in (importer, "source", ""):
        return True
    return any(imported == room or imported.startswith(room + ".") for room in MAY_IMPORT[importer])


def imports_of(tree: ast.AST, module: str, *, is_package: bool) -> list[tuple[int, str]]:
    """List the project's modules that a file imports, with lines, relative to the project."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").split(".") if node.module else []
            if node.level:
                base = ["duckrow", *package[: len(package) - node.level + 1], *base]
            # The imported name may itself be a module: `from duckrow.puppet import syntax`.
            found += [(node.lineno, ".".join([*base, alias.name])) for alias in node.names]
    ours = ((line, name) for line, name in found if name.split(".")[0] == "duckrow")
    return [(line, name.partition(".")[2]) for line, name in ours]


def violations(root: Path) -> list[str]:
    """List every import below `root` that points the wrong way."""
    bad: list[str] = []
    for path in sorted(root.rglob("*.py")):
        names = list(path.relative_to(root).with_suffix("").parts)
        is_package = names[-1] == "__init__"
        module = ".".join(names[:-1] if is_package else names)
        room = room_of(module)
        if room not in MAY_IMPORT:
            bad.append(f"{path.relative_to(root)}: {room} is no room that the table knows")
            continue
        for line, target in imports_of(ast.parse(path.read_text()), module, is_package=is_package):
            other = _room_of_target(root, target)
            if not is_allowed(room, other):
                bad.append(f"{path.relative_to(root)}:{line}: {room} imports {target}")
    return bad


def _room_of_target(root: Path, target: str) -> str:
    """Give the room of what an import names; a name in the top package belongs to no room."""
    first = target.split(".")[0]
    is_module = (root / first).is_dir() or (root / f"{first}.py").is_file()
    return room_of(target) if is_module else ""


def test_imports_point_downwards() -> None:
    assert violations(SOURCES) == []


def test_the_table_names_rooms_that_exist() -> None:
    places = [SOURCES / room.replace(".", "/") for room in MAY_IMPORT]
    missing = [
        place for place in places if not (place.is_dir() or place.with_suffix(".py").is_file())
    ]
    assert missing == []


def test_the_check_reads_the_project() -> None:
    assert sum(1 for _ in SOURCES.rglob("*.py")) > 10


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("source/text.py", "from duckrow.puppet.syntax import parse\n"),
        ("source/text.py", "import duckrow.cli.main\n"),
        ("puppet/syntax/lexer.py", "from duckrow.puppet.validation.names import rule\n"),
        ("puppet/syntax/lexer.py", "from duckrow.puppet import validation\n"),
        ("puppet/syntax/lexer.py", "from ..validation import validate\n"),
        ("puppet/syntax/__init__.py", "from ..validation import validate\n"),
        ("puppet/syntax/lexer.py", "def f():\n    from duckrow.cli import main\n"),
        ("puppet/syntax/lexer.py", "if TYPE_CHECKING:\n    from duckrow.cli.main import main\n"),
        ("puppet/syntax/lexer.py", "from duckrow.cfengine.syntax import parse\n"),
        ("cfengine/promises/files.py", "from duckrow.puppet.types import Type\n"),
        ("puppet/environment.py", "from duckrow.puppet.apply import walk\n"),
        ("machine/local.py", "import duckrow.facts\n"),
        ("regexp/check.py", "from duckrow.puppet.syntax import parse\n"),
        ("ruby/host.py", "from duckrow.puppet.values.sensitive import Sensitive\n"),
        ("ruby/host.py", "def f():\n    from duckrow.puppet import values\n"),
        ("ruby/host.py", "if TYPE_CHECKING:\n    from duckrow.puppet.world import World\n"),
        ("puppet/ruby_code/files.py", "from duckrow.machine import local\n"),
        ("ruby/library/files.py", "from duckrow.facts import lazy\n"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, file: str, text: str) -> None:
    for folder in ("cli", "cfengine", "facts", "machine", "puppet"):
        (tmp_path / folder).mkdir()
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    found = violations(tmp_path)
    assert len(found) == 1
    assert found[0].startswith(f"{file}:")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (
            "cli/commands/dump.py",
            "from duckrow import __version__\nfrom duckrow.puppet.syntax import parse\n",
        ),
        ("puppet/validation/names.py", "from duckrow.puppet.syntax.nodes import Node\n"),
        (
            "puppet/validation/names.py",
            "from .places import rule\nfrom duckrow.source import text\n",
        ),
        ("puppet/environment.py", "from duckrow.puppet.catalog import Catalog\n"),
        ("cfengine/agent/run.py", "from duckrow.cfengine.promises import files\n"),
        ("graph/order.py", "import heapq\n"),
    ],
)
def test_a_right_import_passes(tmp_path: Path, file: str, text: str) -> None:
    for folder in ("cfengine", "puppet", "source"):
        (tmp_path / folder).mkdir()
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert violations(tmp_path) == []


def test_an_unknown_room_is_found(tmp_path: Path) -> None:
    (tmp_path / "utils").mkdir()
    (tmp_path / "utils" / "misc.py").write_text("")
    assert violations(tmp_path) == ["utils/misc.py: utils is no room that the table knows"]


def test_the_table_itself_has_no_cycle() -> None:
    above: set[str] = set()
    waiting = {room: {r for r in MAY_IMPORT if _reaches(room, r)} for room in MAY_IMPORT}
    while waiting:
        free = {room for room, below in waiting.items() if below <= above}
        assert free, f"rooms that import each other: {sorted(waiting)}"
        above |= free
        waiting = {room: below for room, below in waiting.items() if room not in free}


def _reaches(room: str, other: str) -> bool:
    return other not in (room, "source", "") and is_allowed(room, other)
