"""`machine/` is the only folder that touches the operating system.

Elsewhere no module of the operating system may be imported, and neither `open` nor a stream's
number may be used to reach a file. Allowed everywhere is what computes and asks the host nothing:
the string functions of `os.path`, names of bytes and text, texts of errors, text and bytes of
addresses, and what is imported for type checking only. `EXCEPTIONS` lists the files that need more,
each with its reason.
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
        "getpass crypt fileinput filecmp"
    ).split()
)
# Functions and names that compute from their arguments alone.
PURE = {
    "os": frozenset(
        ("path", "fspath", "fsencode", "fsdecode", "strerror", "sep", "pathsep", "devnull")
    ),
    "os.path": frozenset(
        "join dirname basename split splitext normpath isabs commonpath commonprefix sep".split()
    ),
    "socket": frozenset(("inet_pton", "inet_ntop", "AF_INET", "AF_INET6")),
    "_socket": frozenset(("inet_pton", "inet_ntop", "AF_INET", "AF_INET6")),
}
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
        "it walks the folders that a command line names, before any language or machine exists",
    ),
    "cli/apply.py": ({"_signal"}, "it says what Ctrl-C and SIGTERM mean for a run"),
    "cli/drop_in.py": ({"_signal"}, "it says what SIGTERM means for an agent"),
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
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if _is_banned(alias.name):
                    name = alias.asname or alias.name.partition(".")[0]
                    modules[name] = alias.name if alias.asname else alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and not node.level and _is_banned(node.module or ""):
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("open", "__import__")
            and (node.func.id == "open" or _is_banned(_constant(node)))
        ):
            found.append((node.lineno, node.func.id))
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
    return [(line, name) for line, name in found if not _is_pure(name)]


def _constant(node: ast.Call) -> str:
    first = node.args[0] if node.args else None
    return str(first.value) if isinstance(first, ast.Constant) else ""


def _is_banned(module: str) -> bool:
    return module in BANNED or module.partition(".")[0] in BANNED


def _is_pure(name: str) -> bool:
    parts = name.split(".")
    for size in (2, 1):
        module = ".".join(parts[:size])
        if module in PURE and len(parts) > size:
            allowed = parts[size] in PURE[module]
            # `os.path` alone is what `os.path.join` begins with.
            return allowed and (module != "os" or parts[1] != "path" or len(parts) == 2)
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
    ],
)
def test_what_touches_it_is_found(text: str) -> None:
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
    ],
)
def test_what_only_computes_is_allowed(text: str) -> None:
    assert uses(ast.parse(text)) == []
