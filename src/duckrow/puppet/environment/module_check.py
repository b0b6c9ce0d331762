"""What a module needs, and what of it runs here: file by file, with the reasons.

natively        manifests, EPP templates, types and functions in the language, Hiera data,
                functions in Python, Ruby functions that duckrow replaces by its own,
                resource types whose Ruby files could be read
by evaluator    ERB templates and Ruby functions that the small Ruby can run
not at all      what cannot be parsed or read, with the line and the construct
not needed      providers, facts and other Ruby that only matters on the machine itself
"""

from __future__ import annotations

import json
import os.path

from duckrow.machine.paths import absolute, read_bytes, relative_to, walk
from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


def check_module(directory: str) -> Iterator[Part]:
    """Look at every file of a module that matters, in the order of their names."""
    name = module_name(directory)
    unsupported: list[OSError] = []
    files = _files(directory, unsupported.append)
    for error in unsupported:
        path = relative_to(error.filename, directory)
        yield Part(path, "directory", IMPOSSIBLE, error.strerror or "")
    for relative in files:
        part = _look_at(directory, relative, name)
        if part is not None:
            yield part


def module_name(directory: str) -> str:
    """Return the name of a module from its metadata, else from its directory."""
    try:
        metadata = json.loads(read_bytes(os.path.join(directory, "metadata.json")))
        full = str(metadata.get("name", ""))
    except (OSError, ValueError, AttributeError):
        full = ""
    full = full or os.path.basename(absolute(directory))
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


def _look_at(directory: str, relative: str, module: str) -> Part | None:
    path = os.path.join(directory, relative)
    ending = os.path.splitext(relative)[1]
    if relative.startswith(("manifests/", "functions/", "types/", "plans/")) and ending == ".pp":
        return _manifest(path, relative, is_template=False)
    if relative.startswith("templates/"):
        if ending == ".epp":
            return _manifest(path, relative, is_template=True)
        # Any other file may be an ERB template, whatever its suffix.
        return _erb(path, relative)
    if relative == "hiera.yaml" or (relative.startswith("data/") and ending in (".yaml", ".json")):
        return Part(relative, "data", NATIVE)
    if ending == ".py" and relative.startswith("lib/duckrow/"):
        return Part(relative, "python", NATIVE)
    if ending != ".rb" or not relative.startswith("lib/"):
        return None
    return _ruby(path, relative, module)


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


def _erb(path: str, relative: str) -> Part:
    from duckrow.ruby.compiler.translate import translate
    from duckrow.ruby.erb import to_ruby
    from duckrow.ruby.errors import UnsupportedError

    unsupported: list[UnsupportedError] = []
    try:
        translate(to_ruby(read_bytes(path)), path, unsupported)
        if unsupported:
            raise unsupported[0]
    except UnsupportedError as error:
        return Part(relative, "ERB template", IMPOSSIBLE, str(error), error.line)
    except OSError as error:
        return Part(relative, "ERB template", IMPOSSIBLE, error.strerror or str(error))
    return Part(relative, "ERB template", EVALUATED)


def _ruby(path: str, relative: str, module: str) -> Part:
    if relative.startswith("lib/puppet/type/"):
        return _type(path, relative)
    for start in ("lib/puppet/functions/", "lib/puppet/parser/functions/"):
        if relative.startswith(start):
            name = relative.removeprefix(start).removesuffix(".rb").replace("/", "::")
            return _function(path, relative, module, name)
    return Part(relative, _other_kind(relative), UNNEEDED)


def _other_kind(relative: str) -> str:
    for start, kind in (
        ("lib/puppet/provider/", "provider"),
        ("lib/facter/", "fact"),
        ("lib/puppet/datatypes/", "data type"),
        ("lib/puppet/face/", "command"),
        ("lib/puppet/application/", "command"),
    ):
        if relative.startswith(start):
            return kind
    return "library"


def _function(path: str, relative: str, module: str, name: str) -> Part:
    from duckrow.puppet.functions.stdlib.table import MODULE, NEWER, OLDER
    from duckrow.ruby.compiler.translate import translate
    from duckrow.ruby.errors import UnsupportedError

    if module == MODULE and (name in NEWER or name in OLDER):
        return Part(relative, "function", NATIVE, "replaced by duckrow's own")
    unsupported: list[UnsupportedError] = []
    try:
        translate(read_bytes(path), path, unsupported)
        if unsupported:
            raise unsupported[0]
    except UnsupportedError as error:
        better = f"lib/duckrow/functions/{name.rpartition('::')[2]}.py"
        reason = f"{error}; {better} in the module would replace it"
        return Part(relative, "function", IMPOSSIBLE, reason, error.line)
    except OSError as error:
        return Part(relative, "function", IMPOSSIBLE, error.strerror or str(error))
    return Part(relative, "function", EVALUATED)


def _type(path: str, relative: str) -> Part:
    from duckrow.puppet.ruby_code.types.load import read_description

    name = os.path.basename(relative).removesuffix(".rb")
    try:
        found = read_description(name, absolute(path), read_bytes(path), read_bytes)
    except OSError as error:
        return Part(relative, "resource type", IMPOSSIBLE, error.strerror or str(error))
    if found is None:
        return Part(relative, "resource type", IMPOSSIBLE, f"no definition of {name} was found")
    count = len(found.properties) + len(found.parameters)
    return Part(relative, "resource type", NATIVE, f"{count} attributes read")
