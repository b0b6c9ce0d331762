"""The module or control repository that a test is part of, and where its modules are.

A module has a metadata.json or manifests, and finds others as `duckrow spec` does: .fixtures.yml,
spec/fixtures/modules, and the directories that the options name. A control repository has an
environment.conf, and is an environment as it is.
"""

from __future__ import annotations

from os.path import dirname, join

from duckrow.machine.paths import absolute, is_directory, is_file, relative_to
from duckrow.machine.this_process import working_directory
from duckrow.spec.fixtures import (
    find_fixtures,
    link_modules,
    module_directory,
    module_name,
    with_real_paths,
)

ENVIRONMENT = "environment.conf"


class Project:
    """A module, a control repository, or a directory that is neither."""

    __slots__ = (
        "_links",
        "_places",
        "directory",
        "is_environment",
        "is_unknown",
        "missing",
        "modulepath",
        "name",
    )

    def __init__(self, directory: str, given: list[str], links: str) -> None:
        """Find the modules of a project; links to those that are elsewhere are made in `links`."""
        self.directory = directory
        self.is_environment = is_file(join(directory, ENVIRONMENT))
        self.name = module_name(directory)
        self.is_unknown = not (self.name or self.is_environment)
        self.missing: list[str] = []
        self._places: list[str] = []  # directories with links to modules
        self._links: dict[str, str] = {}
        self.modulepath = given
        if not self.is_environment:
            fixtures = find_fixtures(directory, given)
            self.missing = fixtures.missing
            self._places, self._links = link_modules(fixtures, directory, links)
            self.modulepath = [join(directory, "spec/fixtures/modules"), *self._places, *given]

    def full_path(self, path: str) -> str:
        """Return a path that is relative to the project as a full one."""
        return absolute(join(self.directory, path))

    @property
    def why_unknown(self) -> str:
        """Say that tests are in no module."""
        return (
            f"note: {self.directory} is in no module: no directory from here upwards has a "
            f"metadata.json, manifests or an {ENVIRONMENT}"
        )

    def shown(self, text: str) -> str:
        """Return a text with paths as users know them: relative to the working directory."""
        text = with_real_paths(text, self._links)
        for place in self._places:  # in a list of directories of modules
            text = text.replace(f":{place}", "")
        here = working_directory()
        if self.directory == here or self.directory.startswith(f"{here}/"):
            return text.replace(f"{here}/", "")
        return text.replace(f"{self.directory}/", f"{relative_to(self.directory, here)}/")


def find_project(path: str) -> str:
    """Return the directory of the project that a test file is part of."""
    for is_it in (_is_declared, _has_manifests):
        above = dirname(path)
        while above not in ("", "/"):
            if is_it(above):
                return above
            above = dirname(above)
    return module_directory(path)


def _is_declared(directory: str) -> bool:
    return any(is_file(join(directory, each)) for each in (ENVIRONMENT, "metadata.json"))


def _has_manifests(directory: str) -> bool:
    return is_directory(join(directory, "manifests"))
