"""`machine/` is the only room that touches the operating system.

Other rooms import no module of the operating system, neither by a statement nor by `importlib`, and
do not use `open` or the time zone of the host. They may use functions that only compute: the string
functions of `os.path`, conversions between bytes and text, the texts of errors and the text form of
addresses. They may read the clock, and import anything for type checking. `EXCEPTIONS` lists the
files that need more, each with its reason.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "duckrow"

BANNED = frozenset(
    (
        "os posix subprocess _posixsubprocess socket _socket fcntl pwd grp spwd signal _signal "
        "tempfile resource shutil glob select selectors ctypes _ctypes platform pty termios tty "
        "sqlite3 _sqlite3 mmap multiprocessing pathlib urllib.request http.client ssl syslog "
        "getpass crypt fileinput filecmp io _io codecs builtins time importlib concurrent runpy "
        "linecache gzip bz2 lzma zipfile tarfile dbm shelve asyncio"
    ).split()
)
# Names that other rooms may use: they compute from their arguments alone, or read the clock.
ALLOWED = {
    "os": frozenset(
        ("path", "fspath", "fsencode", "fsdecode", "strerror", "sep", "pathsep", "devnull")
    ),
    "os.path": frozenset(
        "join dirname basename split splitext normpath isabs commonpath commonprefix sep".split()
    ),
    "socket": frozenset(("inet_pton", "inet_ntop", "AF_INET", "AF_INET6")),
    "_socket": frozenset(("inet_pton", "inet_ntop", "AF_INET", "AF_INET6")),
    "io": frozenset(("BytesIO", "StringIO")),
    "codecs": frozenset(("getincrementaldecoder", "lookup")),
    # What `import_module` imports is checked at its call.
    "importlib": frozenset(("import_module",)),
    "time": frozenset(
        (
            "time time_ns monotonic perf_counter process_time sleep gmtime strftime struct_time"
        ).split()
    ),
}
_EVENT_LOOP = "the event loop of the web process carries what others answer"
# Files that may do more, with what they may use and why.
EXCEPTIONS: dict[str, tuple[set[str], str]] = {
    "source/digest_cache.py": (
        {"os", "open"},
        "the code cache is on the path of every start and lies below machine/",
    ),
    "source/tidy_cache.py": ({"os"}, "it removes old files of the code cache"),
    "cli/main.py": ({"os._exit"}, "ending without tearing the interpreter down is the last step"),
    "cli/inputs.py": (
        {"os", "open"},
        "it walks the directories that a command line names, before any language is loaded",
    ),
    "cli/checks/pool.py": ({"concurrent"}, "the worker processes run Python code of this room"),
    "spec/pool.py": (
        {"concurrent", "multiprocessing"},
        "the worker processes run Python code of this room",
    ),
    "diff/pool.py": ({"concurrent"}, "the worker processes run Python code of this room"),
    "cli/jobs.py": ({"concurrent"}, "the worker processes run Python code of this room"),
    "server/catalogs/endpoints.py": ({"asyncio", "concurrent"}, _EVENT_LOOP),
    "server/environments/deploys.py": ({"asyncio"}, _EVENT_LOOP),
    "server/http/clients.py": ({"asyncio"}, _EVENT_LOOP),
    "server/http/downloads.py": ({"asyncio"}, _EVENT_LOOP),
    "server/http/handshakes.py": ({"asyncio"}, _EVENT_LOOP),
    "server/http/limits.py": ({"asyncio"}, _EVENT_LOOP),
    "server/catalogs/queue.py": ({"asyncio"}, _EVENT_LOOP),
    "server/store/storing.py": ({"asyncio", "concurrent"}, _EVENT_LOOP),
    "server/start.py": ({"asyncio"}, _EVENT_LOOP),
    "server/http/unpacking.py": ({"asyncio"}, _EVENT_LOOP),
    "server/http/uploads.py": ({"asyncio"}, _EVENT_LOOP),
    "server/http/web.py": ({"asyncio", "concurrent"}, _EVENT_LOOP),
    "puppet/environment/limits.py": (
        {"_signal"},
        "an alarm in this thread ends an evaluation that takes too long",
    ),
    "puppet/validation/autoload.py": (
        {"os.path.abspath"},
        "a relative name on the command line begins in the working directory",
    ),
    "puppet/compiler/coverage.py": (
        {"open"},
        "a plug-in of coverage.py, which reads manifests outside of any run",
    ),
    "puppet/values/timestamp.py": (
        {"time.localtime"},
        "this room is below machine/; a compile passes the time zone of its world instead",
    ),
    "ruby/library/__init__.py": (
        {"import_module"},
        "it imports the files that its own table of the library names",
    ),
    "ruby/compiler/translate.py": (
        {"importlib.machinery.PathFinder"},
        "it imports the compiled part of tree-sitter without the rest",
    ),
    "ruby/interpreter.py": (
        {"open", "resource"},
        "the small Ruby knows no machine, and its limit on memory needs the size of this process",
    ),
}


def uses(tree: ast.AST) -> list[tuple[int, str]]:
    """List what a file uses of the operating system, with lines; type checking left out."""
    found: list[tuple[int, str]] = []
    modules: dict[str, str] = {}
    skipped = set(_for_type_checking(tree))
    nodes = [node for node in ast.walk(tree) if node not in skipped]
    constants = _constants(tree)
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if _is_banned(alias.name):
                    name = alias.asname or alias.name.partition(".")[0]
                    modules[name] = alias.name if alias.asname else alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and not node.level and _is_banned(node.module or ""):
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.Name) and node.id == "open" and "open" not in own:
            found.append((node.lineno, "open"))
        elif isinstance(node, ast.Call):
            name = _dotted(node.func).rpartition(".")[2]
            if name in ("__import__", "import_module") and not _imports_safely(node, constants):
                found.append((node.lineno, name))
    used: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Attribute):
            name = _dotted(node)
            first, _, rest = name.partition(".")
            if first in modules and rest:
                used.add(first)
                found.append((node.lineno, f"{modules[first]}.{rest}"))
    # A module that is passed around or never used.
    found += [(0, module) for name, module in modules.items() if name not in used]
    return [(line, name) for line, name in found if not _is_allowed(name)]


def _imports_safely(node: ast.Call, constants: dict[str, str]) -> bool:
    """Return whether a call imports a module of duckrow, or one that is not banned."""
    start, is_whole = _start_of(node.args[0], constants) if node.args else ("", False)
    return start.startswith("duckrow.") or (is_whole and not _is_banned(start))


def _start_of(node: ast.expr, constants: dict[str, str]) -> tuple[str, bool]:
    """Return the constant start of a string, and whether that is the whole string."""
    if isinstance(node, ast.Constant):
        return str(node.value), True
    if isinstance(node, ast.Name) and node.id in constants:
        return constants[node.id], node.id != "__name__"
    if isinstance(node, ast.JoinedStr) and node.values:
        return _start_of(node.values[0], constants)[0], False
    if isinstance(node, ast.FormattedValue):
        return _start_of(node.value, constants)
    if isinstance(node, ast.BinOp):
        return _start_of(node.left, constants)[0], False
    return "", False


def _constants(tree: ast.AST) -> dict[str, str]:
    """Return the names that a file sets to a string, or to a text that starts with a string."""
    found = {"__name__": "duckrow."}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            start, _ = _start_of(node.value, {})
            if start:
                found[node.targets[0].id] = start
    return found


def _is_banned(module: str) -> bool:
    return module in BANNED or module.partition(".")[0] in BANNED


def _is_allowed(name: str) -> bool:
    parts = name.split(".")
    for size in (2, 1):
        module = ".".join(parts[:size])
        if module in ALLOWED and len(parts) > size:
            is_allowed = parts[size] in ALLOWED[module]
            # `os.path` alone is the beginning of `os.path.join`.
            return is_allowed and (module != "os" or parts[1] != "path" or len(parts) == 2)
    return False


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return node.id if isinstance(node, ast.Name) else ""


def _for_type_checking(tree: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _dotted(node.test).endswith("TYPE_CHECKING"):
            for each in node.body:
                found += ast.walk(each)
    return found


def violations(root: Path) -> list[str]:
    """List every use of the operating system outside of machine/ that no exception names."""
    bad: list[str] = []
    for path in sorted(root.rglob("*.py")):
        relative = path.relative_to(root).as_posix()
        if relative.startswith("machine/"):
            continue
        allowed, _ = EXCEPTIONS.get(relative, (set(), ""))
        for line, name in uses(ast.parse(path.read_text())):
            if not any(name == each or name.startswith(f"{each}.") for each in allowed):
                bad.append(f"{relative}:{line}: {name}")
    return bad


def test_nothing_else_touches_the_operating_system() -> None:
    assert violations(SOURCES) == []


@pytest.mark.parametrize("relative", EXCEPTIONS)
def test_every_exception_is_needed(relative: str) -> None:
    found = {name for _, name in uses(ast.parse((SOURCES / relative).read_text()))}
    for each in EXCEPTIONS[relative][0]:
        assert any(name == each or name.startswith(f"{each}.") for name in found), each


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.getuid()",
        "import os\nos.path.exists('/')",
        "import os.path\nos.path.abspath('a')",
        "def f():\n    from os import environ",
        "from os import path, getcwd",
        "from os.path import isfile",
        "import subprocess as s\ns.run([])",
        "import socket\nsocket.socket()",
        "from _socket import getaddrinfo",
        "import pwd",
        "import ctypes.util",
        "open('/etc/passwd')",
        "import sqlite3\nsqlite3.connect('a')",
        "import os\nf(os)",
        "__import__('subprocess')",
        "import urllib.request\nurllib.request.urlopen('a')",
        "if not TYPE_CHECKING:\n    import fcntl",
        "from importlib import import_module\nimport_module('subprocess')",
        "import importlib\nimportlib.import_module(name)",
        "import importlib.util\nimportlib.util.find_spec('a')",
        "__import__(name)",
        "import io\nio.open('a')",
        "from io import FileIO",
        "import codecs\ncodecs.open('a')",
        "from time import localtime",
        "import time\ntime.mktime(fields)",
        "read = open",
        "import builtins\nbuiltins.open('a')",
        "from concurrent.futures import ProcessPoolExecutor",
    ],
)
def test_a_use_of_the_operating_system_is_found(text: str) -> None:
    assert uses(ast.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "import os.path\nos.path.join('a', os.path.basename('b'))",
        "import os\nos.fsencode('a') + os.strerror(2).encode()",
        "from os.path import dirname",
        "from socket import AF_INET, inet_pton",
        "if TYPE_CHECKING:\n    from sqlite3 import Connection\n    import os",
        "files.open('a')",
        "import errno, stat\nstat.S_ISDIR(1)",
        "from io import StringIO",
        "from time import time, strftime",
        "from importlib import import_module\nimport_module('regex')",
        "__import__(f'duckrow.facts.{name}')",
        "ROOT = 'duckrow.a'\n__import__(f'{ROOT}.{name}')",
        "class Files:\n    def open(self): ...",
    ],
)
def test_a_function_that_only_computes_is_allowed(text: str) -> None:
    assert uses(ast.parse(text)) == []
