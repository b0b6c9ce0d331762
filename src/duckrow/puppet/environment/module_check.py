"""What a module needs, and what of it runs here: file by file, with the reasons.

natively        manifests, EPP templates, types and functions in the language, Hiera data,
                functions in Python, Ruby that duckrow replaces by its own
by evaluator    ERB templates, functions, resource types, providers, facts and what they require
not at all      what cannot be parsed or read, or needs Ruby that duckrow lacks, with its line
not needed      Ruby of other programs: commands of Puppet and the like
"""

from __future__ import annotations

import os.path

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.module_path import is_module
from duckrow.machine.paths import (
    absolute,
    exists,
    names_in,
    read_bytes,
    relative_to,
    walk,
)
from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.source.errors import SourceError
from duckrow.source.module_names import is_archive_name, module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.ruby.interpreter import Interpreter

NATIVE, EVALUATED, IMPOSSIBLE, UNNEEDED = "native", "evaluator", "no", "not needed"


class Part:
    """One file of a module: what it is, how it runs, and why not if it does not."""

    __slots__ = ("file", "how", "kind", "line", "reason")

    def __init__(
        self, file: str, kind: str, how: str, reason: str = "", line: int | None = None
    ) -> None:
        self.file = file
        self.kind = kind
        self.how = how
        self.reason = reason
        self.line = line


def check_module(directory: str, constants: dict[str, set[str]] | None = None) -> Iterator[Part]:
    """Look at every file of a module that matters, in the order of their names.

    `constants` keeps what is known of a directory of modules from one module to the next.
    """
    check = _Check(directory, {} if constants is None else constants)
    unsupported: list[OSError] = []
    files = _files(directory, unsupported.append)
    for error in unsupported:
        path = relative_to(error.filename, directory)
        yield Part(path, "directory", IMPOSSIBLE, error.strerror or "")
    for relative in files:
        part = check.look_at(relative)
        if part is not None:
            yield part


_OF_A_MODULE = (
    "metadata.json",
    "manifests",
    "lib",
    "templates",
    "functions",
    "types",
    "data",
    "tasks",
    "files",
    "facts.d",
    "hiera.yaml",
    "plans",
)


def modules_in(directory: str) -> list[str]:
    """Return a module's directory, or those of the modules in a directory of modules."""
    if is_archive_name(directory) or any(exists(f"{directory}/{name}") for name in _OF_A_MODULE):
        return [directory]
    paths = [os.path.join(directory, name) for name in sorted(names_in(directory))]
    found = [path for path in paths if is_module(path) and modules_in(path) == [path]]
    return found or [directory]


def module_name(directory: str) -> str:
    """Return the name of a module from its metadata, else from its directory."""
    try:
        metadata = load(read_bytes(os.path.join(directory, "metadata.json")))
        full = str(metadata.get("name", ""))
    except (OSError, DataError, AttributeError):
        full = ""
    full = full or module_of(os.path.basename(absolute(directory)))
    return full.replace("/", "-").rpartition("-")[2]


def _files(directory: str, on_error: Callable[[OSError], None]) -> list[str]:
    found = []
    for path, directories, names in walk(directory, on_error):
        directories[:] = sorted(each for each in directories if not each.startswith("."))
        if path == directory:
            directories[:] = [
                each for each in directories if each not in ("spec", "examples", "tests")
            ]
        found += [relative_to(os.path.join(path, each), directory) for each in sorted(names)]
    return found


def _manifest(path: str, relative: str, *, is_template: bool) -> Part:
    from duckrow.puppet.compiler.translate import translate

    kind = "EPP template" if is_template else "manifest"
    try:
        translate(read_bytes(path), path, None, is_template, "off", False, (), None)
    except SourceError as error:
        found = error.diagnostic
        return Part(relative, kind, IMPOSSIBLE, found.what, found.line)
    except InvalidManifestError as error:
        first = next(each for each in error.findings if each.severity == "error")
        return Part(relative, kind, IMPOSSIBLE, first.what, first.line)
    except OSError as error:
        return Part(relative, kind, IMPOSSIBLE, error.strerror or str(error))
    return Part(relative, kind, NATIVE)


# What a Python file of a folder defines; a fact has any name.
_PYTHON_NAMES = {
    "functions": "FUNCTION",
    "plugins": "PLUGIN",
    "providers": "PROVIDER",
    "resources": "TABLE",
}


def _python(path: str, relative: str) -> Part:
    """Check that a Python file can be compiled and defines what it is there for."""
    from symtable import symtable

    try:
        text = read_bytes(path)
        compile(text, path, "exec", dont_inherit=True)
        names = symtable(text, path, "exec").get_symbols()  # type: ignore[arg-type]
    except OSError as error:
        return Part(relative, "python", IMPOSSIBLE, error.strerror or str(error))
    except SyntaxError as error:
        return Part(relative, "python", IMPOSSIBLE, error.msg, error.lineno)
    except ValueError as error:  # a null byte
        return Part(relative, "python", IMPOSSIBLE, str(error))
    wanted = _PYTHON_NAMES.get(relative.split("/")[2])
    defined = {each.get_name() for each in names if each.is_assigned() or each.is_imported()}
    if (
        wanted is not None
        and wanted not in defined
        and relative.rpartition("/")[2] != "__init__.py"
    ):
        return Part(relative, "python", IMPOSSIBLE, f"it defines no {wanted}")
    return Part(relative, "python", NATIVE)


class _Check:
    """The check of one module."""

    __slots__ = ("_closed", "_constants", "_directory", "_host", "_name")

    def __init__(self, directory: str, constants: dict[str, set[str]]) -> None:
        self._directory = directory
        self._name = module_name(directory)
        self._constants = constants
        self._closed: Interpreter | None = None
        self._host: Interpreter | None = None

    def look_at(self, relative: str) -> Part | None:
        """Return what is known of a file, or None if it does not matter."""
        path = os.path.join(self._directory, relative)
        ending = os.path.splitext(relative)[1]
        first = relative.partition("/")[0]
        if first in ("manifests", "functions", "types", "plans") and ending == ".pp":
            return _manifest(path, relative, is_template=False)
        if first == "templates":
            if ending == ".epp":
                return _manifest(path, relative, is_template=True)
            # Any other file may be an ERB template, whatever its suffix.
            return self._erb(path, relative)
        if relative == "hiera.yaml" or (first == "data" and ending in (".yaml", ".json")):
            return Part(relative, "data", NATIVE)
        if ending == ".py" and relative.startswith("lib/duckrow/"):
            return _python(path, relative)
        if ending != ".rb" or first != "lib":
            return None
        return self._ruby(path, relative)

    def _erb(self, path: str, relative: str) -> Part:
        from duckrow.ruby.erb import to_ruby

        return self._judged(
            relative, "ERB template", lambda: to_ruby(read_bytes(path)), self._compile_time()
        )

    def _ruby(self, path: str, relative: str) -> Part:
        for start in ("lib/puppet/functions/", "lib/puppet/parser/functions/"):
            if relative.startswith(start):
                name = relative.removeprefix(start).removesuffix(".rb")
                return self._function(path, relative, name)
        kind = _kind(relative)
        if kind == "command":
            return Part(relative, kind, UNNEEDED)
        if kind == "resource type":
            return self._type(path, relative)
        return self._judged(relative, kind, lambda: read_bytes(path), self._on_host())

    def _function(self, path: str, relative: str, name: str) -> Part:
        from duckrow.puppet.functions.stdlib.table import MODULE, NEWER, OLDER

        full = name.replace("/", "::")
        if self._name == MODULE and (full in NEWER or full in OLDER):
            return Part(relative, "function", NATIVE, "replaced by duckrow's own")
        return self._judged(
            relative,
            "function",
            lambda: read_bytes(path),
            self._compile_time(),
            f"; lib/duckrow/functions/{name}.py in the module would replace it",
        )

    def _type(self, path: str, relative: str) -> Part:
        from duckrow.puppet.resources.index import MODULES, OF_MODULES
        from duckrow.puppet.ruby_code.types.load import read_description
        from duckrow.ruby.errors import UnsupportedError

        name = os.path.basename(relative).removesuffix(".rb")
        try:
            found = read_description(name, absolute(path), read_bytes(path), read_bytes)
        except OSError as error:
            return Part(relative, "resource type", IMPOSSIBLE, error.strerror or str(error))
        except UnsupportedError as error:
            return Part(relative, "resource type", IMPOSSIBLE, error.construct, error.line)
        if found is None:
            return Part(relative, "resource type", IMPOSSIBLE, f"no definition of {name} was found")
        if name in MODULES or name in OF_MODULES:
            return Part(relative, "resource type", NATIVE, "replaced by duckrow's own")
        return self._judged(relative, "resource type", lambda: read_bytes(path), self._on_host())

    def _judged(
        self,
        relative: str,
        kind: str,
        read: Callable[[], bytes],
        ruby: Interpreter,
        advice: str = "",
    ) -> Part:
        """Return how a Ruby file runs: in the interpreter, or not at all."""
        from duckrow.puppet.environment.ruby_check import find_trouble
        from duckrow.ruby.errors import UnsupportedError

        try:
            trouble = find_trouble(read(), relative, ruby, self._own_constants)
        except UnsupportedError as error:
            trouble = error
        except OSError as error:
            return Part(relative, kind, IMPOSSIBLE, error.strerror or str(error))
        if trouble is None:
            return Part(relative, kind, EVALUATED)
        return Part(relative, kind, IMPOSSIBLE, f"{trouble.construct}{advice}", trouble.line)

    def _compile_time(self) -> Interpreter:
        """Return an interpreter that reaches nothing but files of modules."""
        if self._closed is None:
            from duckrow.puppet.ruby_code.host import PuppetHost
            from duckrow.ruby.interpreter import Interpreter

            self._closed = Interpreter(None, PuppetHost())
        return self._closed

    def _on_host(self) -> Interpreter:
        """Return an interpreter that has a machine, made of dictionaries."""
        if self._host is None:
            from duckrow.machine.memory import MemoryMachine
            from duckrow.puppet.ruby_host.files import lib_directories
            from duckrow.puppet.ruby_host.host import MachineHost

            libraries = lib_directories([os.path.dirname(absolute(self._directory))])
            host = MachineHost(MemoryMachine(), libraries, lambda *_: None, dict, {})
            self._host = host.interpreter()
        return self._host

    def _own_constants(self) -> set[str]:
        """Return the constants that this module and those beside it define."""
        beside = os.path.dirname(absolute(self._directory))
        if beside not in self._constants:
            from duckrow.puppet.environment.ruby_check import defined_constants
            from duckrow.puppet.ruby_host.files import lib_directories

            files = (
                os.path.join(path, name)
                for library in lib_directories([beside])
                for path, _, names in walk(library, lambda _: None)
                for name in names
                if name.endswith(".rb")
            )
            self._constants[beside] = defined_constants(map(read_bytes, files))
        return self._constants[beside]


def _kind(relative: str) -> str:
    for start, kind in (
        ("lib/puppet/type/", "resource type"),
        ("lib/puppet/provider/", "provider"),
        ("lib/facter/", "fact"),
        ("lib/puppet/datatypes/", "data type"),
        ("lib/puppet/face/", "command"),
        ("lib/puppet/application/", "command"),
    ):
        if relative.startswith(start):
            return kind
    return "library"
