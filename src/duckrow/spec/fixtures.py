"""The modules that specs need: those of spec/fixtures/modules, and those that .fixtures.yml names.

Nothing is downloaded and nothing is written into the module. A module that .fixtures.yml links, and
the module itself, are found through a directory of links that the run makes and removes; those that
it would download must be in spec/fixtures/modules or on --modulepath.
"""

from __future__ import annotations

from os.path import basename, join, normpath

from duckrow.data.errors import DataError
from duckrow.data.json import load as load_json
from duckrow.data.yaml import load as load_yaml
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import (
    exists,
    is_directory,
    is_file,
    make_directories,
    names_in,
    read_bytes,
)
from duckrow.source.errors import InputError
from duckrow.source.short_digest import short_sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FILES = (".fixtures.yml", ".fixtures.yaml")
_DOWNLOADED = ("repositories", "forge_modules")


class Fixtures:
    """The links that a run needs, and the modules that are nowhere."""

    __slots__ = ("links", "missing")

    def __init__(self) -> None:
        self.links: dict[str, str] = {}  # names to directories
        self.missing: list[str] = []


def find_fixtures(directory: str, modulepath: list[str]) -> Fixtures:
    """Read what the module in a directory needs, beyond the modules that are there."""
    found = Fixtures()
    own = join(directory, "spec/fixtures/modules")
    name = module_name(directory)
    if name and not is_directory(f"{own}/{name}"):
        found.links[name] = directory
    fixtures = _read(directory)
    for target, source in _entries(fixtures, "symlinks"):
        path = str(source).replace("#{source_dir}", directory)
        path = normpath(join(directory, path))
        module = target.rstrip("/").rpartition("/")[2]
        if module not in found.links and not exists(f"{own}/{module}") and is_directory(path):
            found.links[module] = path
    for kind in _DOWNLOADED:
        for module, _ in _entries(fixtures, kind):
            places = (f"{each}/{module}" for each in (own, *modulepath))
            if not any(map(is_directory, places)) and module not in found.links:
                found.missing.append(module)
    return found


def link_modules(
    fixtures: Fixtures, directory: str, links: str
) -> tuple[list[str], dict[str, str]]:
    """Make links to the modules of a module that are elsewhere.

    Return the directories with them, and where each leads.
    """
    if not fixtures.links:
        return [], {}
    place = f"{links}/{short_sha256(directory.encode())}"
    make_directories(place)
    files = LocalMachine().files
    for name, target in fixtures.links.items():
        if name in ("", ".", ".."):
            raise InputError(
                f"{name!r} is no name of a module",
                f"metadata.json or .fixtures.yml in {directory} names a module so",
            )
        files.make_link(f"{place}/{name}", target)
    return [place], {f"{place}/{name}": target for name, target in fixtures.links.items()}


def with_real_paths(text: str, links: dict[str, str]) -> str:
    """Return a text with the paths of modules instead of those of links to them."""
    for link, target in links.items():
        text = text.replace(f"{link}/", f"{target}/")
    return text


def _read(directory: str) -> dict[str, object]:
    for name in _FILES:
        path = join(directory, name)
        if is_file(path):
            try:
                held = load_yaml(read_bytes(path), path)
            except DataError as error:
                raise InputError(f"{path} is no valid YAML", str(error)) from None
            fixtures = held.get("fixtures") if isinstance(held, dict) else None
            return fixtures if isinstance(fixtures, dict) else {}
    return {}


def _entries(fixtures: dict[str, object], kind: str) -> list[tuple[str, object]]:
    held = fixtures.get(kind)
    if not isinstance(held, dict):
        return []
    return [(str(name), _source(value)) for name, value in held.items()]


def _source(value: object) -> object:
    return value.get("target") or value.get("repo") if isinstance(value, dict) else value


def read_metadata(directory: str) -> dict[str, Any]:
    """Return the metadata.json of a module; nothing if it has none."""
    path = join(directory, "metadata.json")
    if not is_file(path):
        return {}
    try:
        held = load_json(read_bytes(path), path)
    except DataError as error:
        raise InputError(f"{path} is no valid JSON", str(error)) from None
    if not isinstance(held, dict):
        raise InputError(f"{path} holds no JSON object")
    systems = held.get("operatingsystem_support") or []
    if not isinstance(systems, list) or not all(_names_system(each) for each in systems):
        raise InputError(
            f"{path} has an operatingsystem_support that is no list of operating systems",
            hint='[{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}]',
        )
    return held


def _names_system(entry: object) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("operatingsystem"), str)


def module_name(directory: str) -> str:
    """Return the name of the module in a directory, or nothing if it holds none.

    It is in metadata.json; without that it is the name of a directory with manifests.
    """
    name = str(read_metadata(directory).get("name", ""))
    if not name and is_directory(join(directory, "manifests")):
        name = basename(directory)
    return name.replace("/", "-").partition("-")[2] or name


def module_directory(path: str) -> str:
    """Return the directory of the module that a spec file or directory belongs to."""
    here = path if is_directory(path) else path.rpartition("/")[0]
    while here not in ("", "/"):
        if is_file(f"{here}/metadata.json") or is_file(f"{here}/spec/spec_helper.rb"):
            return here
        here = here.rpartition("/")[0]
    return path if is_directory(path) else path.rpartition("/")[0]


def lib_directories(modulepath: list[str]) -> list[str]:
    """Return the `lib` directories of modules."""
    found = []
    for directory in modulepath:
        if is_directory(directory):
            paths = (f"{directory}/{name}/lib" for name in sorted(names_in(directory)))
            found += [each for each in paths if is_directory(each)]
    return found
