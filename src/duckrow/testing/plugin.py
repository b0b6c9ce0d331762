"""pytest's side of the plugin: options, fixtures, parameters, and the reports of failures.

pytest imports this file in every session. It imports nothing of duckrow itself until a test uses
one of its fixtures.
"""

from __future__ import annotations

import pytest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any, TypeVar

    from duckrow.testing.notes import Notes
    from duckrow.testing.policy import CFEngine
    from duckrow.testing.puppet import Puppet
    from duckrow.testing.session import Session
    from duckrow.testing.snapshots import Snapshot
    from duckrow.testing.systems import System

    T = TypeVar("T")

_SESSION = pytest.StashKey["Session"]()
_WRITE_ERROR = pytest.StashKey[str]()  # of the files of coverage
_MARKER = "duckrow_os"
_WRITTEN = "duckrow snapshot"
_COVERAGE = "duckrow coverage"  # in the output of a worker
_MOST_LINES = 6  # pytest cuts the text of a comparison after eight


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("duckrow", "tests of Puppet modules and CFEngine policies")
    group.addoption(
        "--duckrow-accept", action="store_true", help="write the snapshots of duckrow_snapshot"
    )
    group.addoption(
        "--duckrow-facts", metavar="DIR", help="directory with the fact sets of FacterDB"
    )
    group.addoption(
        "--duckrow-modulepath",
        metavar="DIR[:DIR...]",
        help="find modules here that are not in spec/fixtures/modules",
    )
    group.addoption(
        "--duckrow-coverage",
        action="store_true",
        help="report lines of manifests that ran, and resources that tests read",
    )
    for name in ("json", "lcov"):
        group.addoption(
            f"--duckrow-coverage-{name}", metavar="FILE", help=f"write the coverage as {name}"
        )
    parser.addini("duckrow_facts", "directory with the fact sets of FacterDB")
    parser.addini("duckrow_modulepath", "directories of modules, separated by colons")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and check the paths in options."""
    config.addinivalue_line(
        "markers", f"{_MARKER}(*names): the systems that the fixture os_facts stands for"
    )
    options = ("duckrow_facts", "duckrow_modulepath", "duckrow_coverage_json",
               "duckrow_coverage_lcov")  # fmt: skip
    given = any(map(config.getoption, options)) or any(map(config.getini, options[:2]))
    if given:
        from duckrow.testing.session import error_in_options

        error = error_in_options(config)
        if error:
            raise pytest.UsageError(error)


def _session(config: pytest.Config) -> Session:
    found = config.stash.get(_SESSION, None)
    if found is None:
        from duckrow.testing.session import Session

        found = config.stash[_SESSION] = Session(config)
    return found


def _notes(config: pytest.Config) -> Notes | None:
    found = config.stash.get(_SESSION, None)
    return None if found is None else found.notes


def _or_fail(work: Callable[[], T]) -> T:
    """Do some work; a mistake of the user fails the test with its message alone."""
    from duckrow.source.errors import DuckrowError
    from duckrow.testing.errors import ArgumentError

    try:
        return work()
    except (ArgumentError, DuckrowError, OSError) as error:
        hints = (getattr(error, each, "") for each in ("why", "hint"))
        text = "\n".join(filter(None, [str(error), *hints]))
    pytest.fail(text, pytrace=False)


# ---- fixtures


@pytest.fixture(scope="module")
def puppet(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Puppet:
    """Compile catalogs: puppet.compile(cls="ntp", facts=os("debian-12"))."""
    session = _session(request.config)
    return _or_fail(lambda: session.puppet(str(request.path), tmp_path_factory))


@pytest.fixture(scope="module")
def cfengine(request: pytest.FixtureRequest) -> CFEngine:
    """Run policies in simulation: cfengine.run("motd.cf")."""
    return _session(request.config).cfengine(str(request.path))


@pytest.fixture
def os_facts(request: pytest.FixtureRequest) -> System:
    """Stand for each system in metadata.json; the marker duckrow_os names others."""
    found: System = request.param
    return found


@pytest.fixture
def duckrow_snapshot(request: pytest.FixtureRequest) -> Generator[Snapshot]:
    """Compare a catalog, a resource or a run with a file beside the test."""
    from duckrow.testing.snapshots import Snapshot

    accepts = request.config.getoption("duckrow_accept")
    test = request.node.nodeid.partition("::")[2]
    snapshot = Snapshot(str(request.path), test, accepts=accepts)
    yield snapshot
    for path in snapshot.written:
        request.node.user_properties.append((_WRITTEN, path))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give os_facts its values, unless a test does so itself."""
    _check_markers(metafunc)
    if "os_facts" not in metafunc.fixturenames:
        return
    if any("os_facts" in _argnames(each) for each in metafunc.definition.iter_markers()):
        return
    marker = metafunc.definition.get_closest_marker(_MARKER)
    named = None if marker is None else marker.args
    session = _session(metafunc.config)
    systems = _or_fail(lambda: session.systems(str(metafunc.definition.path), named))
    values = [
        pytest.param(
            system,
            id=system.name,
            marks=() if is_known else pytest.mark.skip(f"there is no fact set for {system.name}"),
        )
        for system, is_known in systems
    ]
    metafunc.parametrize("os_facts", values, indirect=True)


def _check_markers(metafunc: pytest.Metafunc) -> None:
    """Reject a marker without effect: of a name nearly like it, or on a test without os_facts."""
    test, text = metafunc.definition, ""
    for marker in test.iter_markers():
        if marker.name == _MARKER:
            if marker.kwargs:
                text = f'the marker takes names only: @pytest.mark.{_MARKER}("debian-12")'
            elif marker in test.own_markers and "os_facts" not in metafunc.fixturenames:
                text = f"{_MARKER} has no effect, since the test does not take the fixture os_facts"
        elif marker.name.startswith("duckrow") and not _is_registered(metafunc.config, marker.name):
            from duckrow.source.did_you_mean import did_you_mean

            hint = did_you_mean(marker.name, [_MARKER])
            text = text or (hint and f"there is no marker {marker.name}: {hint}")
    if text:
        pytest.fail(f"{test.name}: {text}", pytrace=False)


def _is_registered(config: pytest.Config, name: str) -> bool:
    lines: list[str] = config.getini("markers")
    return any(each.partition(":")[0].partition("(")[0].strip() == name for each in lines)


def _argnames(marker: pytest.Mark) -> list[str]:
    if marker.name != "parametrize":
        return []
    names = marker.args[0] if marker.args else marker.kwargs.get("argnames", ())
    return names.replace(" ", "").split(",") if isinstance(names, str) else list(names)


# ---- failures


# Wrappers of the old kind: pytest loads this file in every session, also one of an old version.
@pytest.hookimpl(hookwrapper=True)
def pytest_assertrepr_compare(
    config: pytest.Config, op: str, left: object, right: object
) -> Generator[None, Any]:
    """Add to a failed comparison where its value is from, and why a name is not there."""
    outcome = yield
    notes = _notes(config)
    lines = [] if notes is None else notes.about_comparison(op, left, right)
    if notes is None or not lines:
        return
    found = outcome.get_result()
    known = next((each for each in found if each), None) or [f"{left!r} {op} {right!r}"]
    short = lines[: lines.index("")] if "" in lines else lines  # without tables
    notes.asked = "\n".join(lines) if len(lines) > _MOST_LINES else ""
    outcome.force_result([[known[0], *short[:_MOST_LINES], *known[1:]]])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any]:
    """Add to the report of a failure why the last answer was no."""
    outcome = yield
    notes = _notes(item.config)
    if notes is None:
        return
    report = outcome.get_result()
    if report.failed and notes.asked:
        report.sections.append(("duckrow explains", notes.asked))
    if report.when == "teardown":
        notes.clear()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the files of coverage; a worker of pytest-xdist sends its own to the controller."""
    output = getattr(session.config, "workeroutput", None)
    found = session.config.stash.get(_SESSION, None)
    if found is None or not found.coverage:
        return
    if output is not None:
        output[_COVERAGE] = found.coverage_data()
        return
    try:
        found.write_coverage()
    except OSError as error:
        session.config.stash[_WRITE_ERROR] = f"cannot write the files of coverage: {error.strerror}"
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the coverage of a worker of pytest-xdist."""
    data = getattr(node, "workeroutput", {}).get(_COVERAGE)
    if data:
        _session(node.config).add_coverage(data)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Report the coverage, and name the snapshots that were written."""
    session = config.stash.get(_SESSION, None)
    if session is not None and session.coverage:
        terminalreporter.write(session.coverage_text())
    if _WRITE_ERROR in config.stash:
        terminalreporter.write_line(f"ERROR: {config.stash[_WRITE_ERROR]}", red=True)
    if not config.getoption("duckrow_accept"):
        return
    reports = [each for found in terminalreporter.stats.values() for each in found]
    for report in reports:
        if getattr(report, "when", "") == "teardown":
            for name, path in report.user_properties:
                if name == _WRITTEN:
                    terminalreporter.write_line(f"wrote {path}")
