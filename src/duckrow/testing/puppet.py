"""The fixture `puppet`: from the inputs of a test to a catalog."""

from __future__ import annotations

from os.path import join

from duckrow.explain.answer import Place
from duckrow.machine.paths import make_directories, read_input, write_text
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.ruby_code.messages import VERSION
from duckrow.puppet.settings.defaults import KNOWN
from duckrow.puppet.settings.settings import Settings
from duckrow.source.did_you_mean import did_you_mean
from duckrow.source.errors import DuckrowError, InputError
from duckrow.source.short_digest import short_sha256
from duckrow.spec.compile import Inputs, facts_of_node
from duckrow.testing.arguments import (
    data_of,
    expect_file,
    mapping_of,
    name_of,
    parameters_of,
    path_of,
    text_of,
)
from duckrow.testing.catalog import Catalog
from duckrow.testing.code import declaration
from duckrow.testing.errors import ArgumentError, CompileError, hides
from duckrow.testing.systems import System, find_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike
    from typing import NoReturn

    from duckrow.puppet.environment.report import Failure
    from duckrow.spec.compile import Compiler
    from duckrow.testing.coverage import ProjectCoverage
    from duckrow.testing.notes import Notes
    from duckrow.testing.project import Project

NODE = "node.example.com"
_TITLE = "title"
__tracebackhide__ = hides
# The dialect of Puppet 8, and a store: exported resources have an effect.
_SETTINGS = {"strict": "error", "strict_variables": True, "storeconfigs": True}


class Puppet:
    """Compiles catalogs for the tests of one file."""

    __slots__ = ("_compiler", "_coverage", "_notes", "_scratch", "fact_directories", "project")

    def __init__(
        self,
        project: Project,
        compiler: Compiler,
        notes: Notes,
        fact_directories: list[str],
        scratch: str,
        coverage: ProjectCoverage | None = None,
    ) -> None:
        self.project = project
        self.fact_directories = fact_directories
        self._compiler = compiler
        self._notes = notes
        self._scratch = scratch
        self._coverage = coverage

    def compile(
        self,
        *,
        cls: str | None = None,
        define: str | None = None,
        title: str | None = None,
        params: Mapping[str, object] | None = None,
        code: str | None = None,
        manifest: str | PathLike[str] | None = None,
        node: str | None = None,
        facts: Mapping[str, object] | System | None = None,
        trusted: Mapping[str, object] | None = None,
        hiera: Mapping[str, object] | str | PathLike[str] | None = None,
        environment: str = "production",
        settings: Mapping[str, object] | None = None,
        check: bool = True,
    ) -> Catalog:
        """Compile a catalog, or raise a CompileError with the message of Puppet.

        `cls` or `define` (with its `title`) and `params` declare what is tested, behind `code` or
        the text of the file `manifest`; without all of these a control repository begins with its
        own manifests. `trusted` has the extensions of the certificate. `hiera` is data, which the
        layers below it complete, or the path of a hiera.yaml. With `check` the catalog must also be
        one that a host could apply: valid attributes, no dependency cycle.
        """
        inputs = self._inputs(self._code(cls, define, title, params, code, manifest), node)
        inputs.has_host = True
        inputs.environment = _environment_name(environment)
        inputs.facts = self._facts(inputs.node, facts, is_named=node is not None)
        inputs.trusted = data_of("trusted", trusted or {}, '{"pp_role": "web"}')
        inputs.settings = {**_SETTINGS, **_checked_settings(settings or {})}
        if hiera is not None:
            inputs.hiera_config = self._hiera(hiera)
        coverage = self._coverage
        try:
            if coverage is None:
                compiled = self._compiler.compile(inputs)
            else:
                coverage.leave_out(define or "class", cls or title or _TITLE)
                compiled = coverage.compile(self._compiler, inputs)
        except DuckrowError as error:  # a file that the environment is made of
            raise CompileError(self.project.shown(str(error)), None) from None
        failure = compiled.result.failure
        if failure is not None:
            self._fail(failure, inputs.code)
        catalog = Catalog(compiled, self.project, self._notes, self._record, coverage)
        if check:
            catalog.check()
        return catalog

    def facts(self, given: Mapping[str, object] | System) -> dict[str, object]:
        """Return the facts of a system, or a copy of plain facts."""
        if isinstance(given, System):
            return given.find(self.fact_directories)
        value: object = given
        if isinstance(value, str):
            name = find_named(value, self.fact_directories)
            raise ArgumentError(
                f'facts= is a system or a dict: facts=os("{name}"), with os of duckrow.testing'
            )
        return data_of("facts", given, 'os("debian-12")')

    def __repr__(self) -> str:
        return f"<puppet of {self.project.name or self.project.directory}>"

    # ---- inputs

    def _inputs(self, code: str | None, node: str | None) -> Inputs:
        name = NODE if node is None else text_of("node", node, "web1.example.com")
        if not name:
            raise ArgumentError("node= is the name of the node, not an empty string")
        inputs = Inputs(name.lower(), code, self.project.modulepath)
        if self.project.is_environment:
            inputs.directory = self.project.directory
        return inputs

    def _code(
        self,
        cls: str | None,
        define: str | None,
        title: str | None,
        params: Mapping[str, object] | None,
        code: str | None,
        manifest: str | PathLike[str] | None,
    ) -> str | None:
        parts = []
        given = parameters_of(params or {})
        if cls is not None and define is not None:
            raise ArgumentError("name one of cls= and define=; code= declares the other")
        if define is None and title is not None:
            raise ArgumentError("title= is that of a define: name it with define=")
        if manifest is not None:
            word = path_of("manifest", manifest, "manifests/site.pp")
            path = self.project.full_path(word)
            expect_file("manifest", word, path)
            parts.append(read_input(path).decode("utf-8", "surrogateescape"))
        if code is not None:
            parts.append(text_of("code", code, "include ntp"))
        if cls is not None:
            name = name_of("cls", cls, "ntp::server")
            parts.append(declaration("class", name, given) if given else f"include {name}\n")
        if define is not None:
            name = name_of("define", define, "ntp::peer")
            given_title = _TITLE if title is None else title
            parts.append(declaration(name, text_of("title", given_title, "x"), given))
        if cls is None and define is None and given:
            raise ArgumentError(
                "params= are those of a class or define: name it with cls= or define="
            )
        if not parts and not self.project.is_environment:
            raise ArgumentError("name what to compile: cls=, define=, code= or manifest=")
        return "\n".join(parts) if parts else None

    def _facts(
        self,
        name: str,
        given: Mapping[str, object] | System | None,
        *,
        is_named: bool,
    ) -> dict[str, object]:
        """Return the facts of a test; the name of the node wins if the test gives one."""
        of_node = facts_of_node(name)
        of_network = {each: of_node[each] for each in ("hostname", "fqdn", "domain")}
        own = self.facts({} if given is None else given)
        network = own.get("networking", {})
        if not isinstance(network, dict):
            raise ArgumentError(f"the fact networking is a dict, not {network!r}")
        both = (network, of_network) if is_named else (of_network, network)
        found: dict[str, object] = {"clientversion": VERSION}
        found |= {**own, **of_node} if is_named else {**of_node, **own}
        found["networking"] = both[0] | both[1]
        return found

    def _hiera(self, given: Mapping[str, object] | str | PathLike[str]) -> str:
        """Return the path of a hiera.yaml, which is written for data."""
        if isinstance(given, str) or hasattr(given, "__fspath__"):
            word = path_of("hiera", given, "hiera.yaml")
            path = self.project.full_path(word)
            expect_file("hiera", word, path)
            return path
        from json import dumps

        data = data_of("hiera", given, '{"ntp::servers": ["a"]}, or the path of a hiera.yaml')
        text = dumps(data, indent=1)
        place = join(self._scratch, f"hiera-{short_sha256(text.encode())}")
        make_directories(place)
        write_text(f"{place}/data.json", text)
        levels = {"version": 5, "hierarchy": [_LEVEL]}
        write_text(f"{place}/hiera.yaml", dumps(levels))
        return f"{place}/hiera.yaml"

    # ---- results

    def _fail(self, failure: Failure, code: str | None) -> NoReturn:
        from duckrow.cli.excerpt import excerpt

        shown = self.project.shown
        at, place = failure.at, None
        if at is not None and at.line is not None:
            file = shown(at.file) if at.file else "code"
            place = Place(file, at.line, at.column or 0)
        details = excerpt(failure, code, color=False)
        details = details.replace("try: --modulepath to", "try: --duckrow-modulepath to")
        if self.project.is_unknown and "there is no module" in details:
            details = f"{details}\n{self.project.why_unknown}"
        details = f"{place}:\n{details}" if place is not None else details
        raise CompileError(shown(failure.message), place, shown(details)) from None

    def _record(self, inputs: Inputs) -> Recorded:
        """Compile once more, and record everything that questions are answered from."""
        record = Record()
        result = self._compiler.compile_anew(inputs, record)
        return Recorded(result.build, record, code_name="code")


def _environment_name(name: object) -> str:
    text = text_of("environment", name, "production")
    if not (text.isascii() and text.replace("_", "a").isalnum()):
        raise ArgumentError(
            f"environment= is a word of the letters a-z, digits and _, not {text!r}"
        )
    return text


def _checked_settings(given: object) -> dict[str, object]:
    """Return the settings that a test gives; reject unknown names and values."""
    settings = mapping_of("settings", given, '{"strict": "warning"}')
    for name, value in settings.items():
        if name not in KNOWN:
            hint = did_you_mean(name, KNOWN)
            raise ArgumentError(f"there is no setting {name!r} of Puppet{hint and f': {hint}'}")
        is_listed = KNOWN[name][0] == "list" and isinstance(value, list)
        if not is_listed and not isinstance(value, str | int | float):
            raise ArgumentError(f"the setting {name} is a string, number or bool, not {value!r}")
    try:
        Settings(settings).check()
    except InputError as error:
        raise ArgumentError(f"settings=: {error}") from None
    return settings


_LEVEL = {"name": "data of the test", "path": "data.json", "data_hash": "json_data", "datadir": "."}
