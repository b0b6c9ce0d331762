"""What one session of pytest has in common: the compiler, the projects, the notes."""

from __future__ import annotations

from os.path import join

from duckrow.cli.target import cache_directory
from duckrow.machine.paths import absolute, is_directory, is_file, writing_error
from duckrow.machine.this_process import environment
from duckrow.puppet.compiler.cache import Cache
from duckrow.puppet.loaders.sources import Sources
from duckrow.spec.compile import Compiler
from duckrow.spec.facts.fact_files import fact_directories, lacks_fact_sets
from duckrow.spec.shared import Environments
from duckrow.testing.errors import ArgumentError
from duckrow.testing.notes import Notes
from duckrow.testing.project import Project, find_project
from duckrow.testing.puppet import Puppet
from duckrow.testing.systems import System, supported_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest

    from duckrow.testing.coverage import ProjectCoverage
    from duckrow.testing.policy import CFEngine


class Session:
    """The state of one session."""

    __slots__ = (
        "_compilers",
        "_config",
        "_facts",
        "_projects",
        "_scratch",
        "_sources",
        "coverage",
        "notes",
    )

    def __init__(self, config: pytest.Config) -> None:
        self.notes = Notes()
        self._config = config
        self._facts: list[str] | None = None
        self._projects: dict[str, Project] = {}
        self._compilers: dict[str, Compiler] = {}
        self.coverage: dict[str, ProjectCoverage] = {}  # by the directory of the module
        self._sources = Sources(Cache(cache_directory()), remembers=True)
        self._scratch = ""

    def puppet(self, test_file: str, temporary: pytest.TempPathFactory) -> Puppet:
        """Return the fixture of a test file."""
        if not self._scratch:
            self._scratch = str(temporary.mktemp("duckrow"))
        directory = find_project(test_file)
        if directory not in self._projects:
            paths = paths_of(self._config, "duckrow_modulepath")
            project = self._projects[directory] = Project(directory, paths, self._scratch)
            self._compilers[directory] = Compiler(self._sources, Environments({}), project.name)
            if project.missing:
                _warn_of_missing(project)
        project = self._projects[directory]
        compiler = self._compilers[directory]
        coverage = self._coverage_of(directory, project.name) if self.measures else None
        facts = self.fact_directories()
        return Puppet(project, compiler, self.notes, facts, self._scratch, coverage)

    @property
    def measures(self) -> bool:
        """Whether an option asks for coverage."""
        options = ("duckrow_coverage", "duckrow_coverage_json", "duckrow_coverage_lcov")
        return any(self._config.getoption(each) for each in options)

    def _coverage_of(self, directory: str, name: str) -> ProjectCoverage:
        if directory not in self.coverage:
            from duckrow.testing.coverage import ProjectCoverage

            self.coverage[directory] = ProjectCoverage(directory, name)
        return self.coverage[directory]

    def coverage_data(self) -> dict[str, dict[str, object]]:
        """Return what was measured, for another process."""
        return {directory: each.data() for directory, each in self.coverage.items()}

    def add_coverage(self, data: dict[str, dict[str, object]]) -> None:
        """Add what another process has measured."""
        for directory, each in data.items():
            self._coverage_of(directory, str(each["name"])).add(each)

    def write_coverage(self) -> None:
        """Write the files of coverage that the options name."""
        from duckrow.spec.coverage.report import write_reports

        reports = [each.report() for each in self.coverage.values()]
        option = self._config.getoption
        paths = (option("duckrow_coverage_json"), option("duckrow_coverage_lcov"))
        write_reports(reports, *(each and absolute(each) for each in paths))

    def coverage_text(self) -> str:
        """Return the report of coverage for the terminal."""
        reports = [each.report() for each in self.coverage.values()]
        option = self._config.getoption
        return "".join(each.text() for each in reports) if option("duckrow_coverage") else ""

    def cfengine(self, test_file: str) -> CFEngine:
        """Return the fixture of a test file."""
        from duckrow.testing.policy import CFEngine

        return CFEngine(test_file, self.notes)

    def fact_directories(self) -> list[str]:
        """Return the directories with fact sets of FacterDB."""
        if self._facts is None:
            path = next(iter(paths_of(self._config, "duckrow_facts")), None)
            self._facts = fact_directories(path, dict(environment()))
        return self._facts

    def systems(
        self, test_file: str, named: tuple[object, ...] | None
    ) -> list[tuple[System, bool]]:
        """Return the systems that os_facts stands for, and whether they have facts.

        Raises ArgumentError if there is no system, or no facts of one that a test itself names.
        """
        directories = self.fact_directories()
        if named is not None:
            systems = [each if isinstance(each, System) else System(_word(each)) for each in named]
            if not systems:
                raise ArgumentError('name systems: @pytest.mark.duckrow_os("debian-12")')
            for each in systems:
                each.find(directories)
            return [(each, True) for each in systems]
        project = find_project(test_file)
        found = supported_systems(project, directories)
        if not found:
            path = f"{project}/metadata.json"
            is_there = is_file(path)
            why = f"{path} lists no operatingsystem_support" if is_there else f"there is no {path}"
            raise ArgumentError(
                f'os_facts: {why}\nname systems: @pytest.mark.duckrow_os("debian-12")'
            )
        return [(System(name), is_known) for name, is_known in found.items()]


def paths_of(config: pytest.Config, name: str) -> list[str]:
    """Return the full paths that an option names, or the setting of the same name."""
    option = str(config.getoption(name) or "")
    if option:
        return [absolute(each) for each in option.split(":") if each]
    setting = str(config.getini(name) or "")
    return [absolute(join(str(config.rootpath), each)) for each in setting.split(":") if each]


def error_in_options(config: pytest.Config) -> str:
    """Return what is wrong with the paths in options, before a test runs; or nothing."""
    for name in ("duckrow_facts", "duckrow_modulepath"):
        for path in paths_of(config, name):
            if not is_directory(path):
                return f"--{name.replace('_', '-')}: there is no directory {path}"
            if name == "duckrow_facts" and lacks_fact_sets(path):
                example = "4.3/debian-12-x86_64.facts"
                return f"--duckrow-facts: there are no fact sets such as {example} in {path}"
    for name in ("duckrow_coverage_json", "duckrow_coverage_lcov"):
        option = config.getoption(name)
        error = None if option is None else writing_error(absolute(option))
        if error is not None:
            return f"--{name.replace('_', '-')}: cannot write {option}: {error.strerror}"
    return ""


def _word(name: object) -> str:
    if not isinstance(name, str):
        raise ArgumentError(
            f'the marker duckrow_os names systems, such as "debian-12", not {name!r}'
        )
    return name


def _warn_of_missing(project: Project) -> None:
    from warnings import warn

    import pytest

    names = ", ".join(project.missing)
    text = f".fixtures.yml of {project.directory} names modules that are missing: {names}"
    warn(pytest.PytestWarning(text), stacklevel=1)
