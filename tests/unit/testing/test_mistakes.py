"""What the plugin says about mistakes in tests, their options and their modules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

# Runs in this process forget what they import, and PyYAML cannot be imported twice.
import duckrow.data.yaml_events
import duckrow.testing.policy
import duckrow.testing.session  # noqa: F401

pytest_plugins = ["pytester"]

MANIFEST = """
class pond (Integer $ducks = 3) {
  file { '/etc/pond': mode => '0640' }
  @@file { '/etc/other': mode => '0600' }
  @file { '/etc/virtual': mode => '0600' }
}
"""
POLICY = """
bundle agent main { vars: "x" string => "1"; reports: "hi"; }
bundle agent other { reports: "o"; }
"""


@pytest.fixture
def module(pytester: pytest.Pytester) -> pytest.Pytester:
    """Make a module, and a policy beside it."""
    pytester.makefile(".json", metadata=json.dumps({"name": "example-pond", "version": "1.0.0"}))
    pytester.makefile(".cf", policy=POLICY)
    pytester.mkdir("manifests")
    (pytester.path / "manifests/init.pp").write_text(MANIFEST)
    return pytester


def run(project: pytest.Pytester, test: str, *words: str) -> pytest.RunResult:
    """Run a test file of a project in this process."""
    project.makepyfile(test)
    return project.runpytest_inprocess("-p", "no:cacheprovider", *words)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "compile(cls='pond', hiera='no/hiera.yaml')",
            "hiera='no/hiera.yaml': there is no file */",
        ),
        (
            "compile(cls='pond', hiera='manifests')",
            "hiera='manifests' is a directory: name a file*",
        ),
        ("compile(cls='pond', hiera=['x'])", "hiera= is a dict, such as *, not ['x']"),
        (
            "compile(cls='pond', hiera={'a': object()})",
            "a in hiera= is plain data such as a string, not <object *",
        ),
        (
            "compile(cls='pond', settings={'strickt': 'x'})",
            "*'strickt' of Puppet: did you mean str*",
        ),
        (
            "compile(cls='pond', settings={'strict': 'x'})",
            "settings=: the setting strict is one of*",
        ),
        ("compile(cls='pond', settings='strict')", "settings= is a dict, such as *, not 'strict'"),
        (
            "compile(cls='pond', facts='debian-12')",
            'facts= is a system or a dict: facts=os("debian-12*',
        ),
        (
            "compile(cls='pond', facts='debain-12')",
            'facts= is a system or a dict: facts=os("debian-12*',
        ),
        ("compile(cls='pond', facts=['debian'])", "facts= is a dict, such as os(*, not ['debian']"),
        ("compile(cls='pond', facts=os('debain-12'))", "there is no fact set for debain-12"),
        ("compile(cls='pond', facts=os('debain-12'))", "did you mean debian-12?"),
        ("compile(cls='pond', facts=os(12))", "12 is no name of a system: write it as debian-12"),
        (
            "compile(cls='pond', facts={'os': {'a': [object()]}})",
            "a of os in facts= is plain data such as a string, not <object *",
        ),
        ("compile(cls='pond', trusted='x')", "trusted= is a dict, such as *, not 'x'"),
        ("compile(cls='pond', node=5)", "node= is a string, such as 'web1.example.com', not 5"),
        (
            "compile(cls='pond', environment='a-b')",
            "environment= is a word of the letters*, not 'a-b'",
        ),
        ("compile(cls='pond', params=['x'])", "params= is a dict, such as *, not ['x']"),
        (
            "compile(cls='pond', params={'ducks': object()})",
            "*of Python's type object is no value of*",
        ),
        ("compile(cls=['pond'])", "cls= is a string, such as 'ntp::server', not ['pond']"),
        ("compile(cls='pond; notify')", "cls= is a name, such as ntp::server, not 'pond; notify'"),
        ("compile(params={'ducks': 1})", "params= are those of a class or define: name it with*"),
        ("compile()", "name what to compile: cls=, define=, code= or manifest="),
        ("compile(manifest='no.pp')", "manifest='no.pp': there is no file */no.pp"),
        ("compile(manifest=5)", "manifest= is a string, such as 'manifests/site.pp', not 5"),
        ("compile(cls='lake')", "try: --duckrow-modulepath to name directories of modules"),
        ("compile(cls='lake')", "why: there is no module lake in spec/fixtures/modules"),
        ("compile(cls='pond').explain('nonsense')", "there is no question 'nonsense'"),
        ("compile(cls='pond').explain('racs')", "did you mean races?"),
        ("compile(cls='pond').explain('resource')", "*'resource' takes 1 name, not 0"),
        ("compile(cls='pond').explain('order', 'x')", "*'order' takes no or 2 names, not 1"),
        (
            "compile(define='file', title='')",
            "*Empty string title at 0. Title strings must have a length greater than zero.*",
        ),
        (
            "compile(cls='pond').explain('resource', 'File[/etc/pnd]')",
            "did you mean File[/etc/pond]?",
        ),
        (
            "compile(cls='pond').get('Fiel[/etc/pond]')",
            "*there is no resource type Fiel: did you mean file?",
        ),
        (
            "compile(cls='pond').__contains__('Fiel[/etc/pond]')",
            "*there is no resource type Fiel: did you mean file?",
        ),
        (
            "compile(cls='pond')['File[/etc/pond]'].__contains__('moed')",
            "*File[/etc/pond] has no attribute moed: did you mean mode?",
        ),
        (
            "compile(cls='pond').resources('fiel')",
            "*there is no resource type fiel: did you mean file?",
        ),
        (
            "compile(cls='pond').get('nonsense')",
            "*'nonsense' is no reference to a resource, such as*",
        ),
    ],
)
def test_puppet(module: pytest.Pytester, code: str, message: str) -> None:
    result = run(
        module, f"from duckrow.testing import os\n\ndef test_it(puppet):\n    puppet.{code}\n"
    )
    result.assert_outcomes(failed=1)
    escaped = message.replace("[", "[[]")
    result.stdout.fnmatch_lines([f"E  *{escaped}*"])
    assert "src/duckrow" not in result.stdout.str()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("run('policy.cf', bundles=['mian'])", "*Bundle 'mian' listed in the bundlesequence*"),
        ("run('policy.cf', bundles=['mian'])", "did you mean main?"),
        ("run('policy.cf', bundles=['mian'])", "there are: main, other"),
        ("run('policy.cf', bundles='main')", "bundles= is a list of names: bundles=['main']"),
        ("run('policy.cf', define='web')", "define= is a list of names: define=['web']"),
        ("run('policy.cf', negate=5)", "negate= is a list of names, such as *, not 5"),
        ("run('polcy.cf')", "did you mean policy.cf?"),
        ("run(5)", "policy= is a string, such as 'motd.cf', not 5"),
        ("run('policy.cf', files={'/x': 5})", "*/x in files= is a string, bytes, or None*, not 5"),
        ("run('policy.cf', files={'x': ''})", "a path in files= begins with /, not 'x'"),
        (
            "run('policy.cf').explain('nonsense', 'x')",
            "there are: promise, class, variable, bundle",
        ),
        (
            "run('policy.cf').promises('fiels')",
            "*there is no promise type fiels: did you mean files?",
        ),
    ],
)
def test_policies(module: pytest.Pytester, code: str, message: str) -> None:
    result = run(module, f"def test_it(cfengine):\n    cfengine.{code}\n")
    result.assert_outcomes(failed=1)
    escaped = message.replace("[", "[[]")
    result.stdout.fnmatch_lines([f"E  *{escaped}*"])
    assert "src/duckrow" not in result.stdout.str()


def test_what_is_right_is_accepted(module: pytest.Pytester) -> None:
    (module.path / "hiera.yaml").write_text("version: 5\nhierarchy: []\n")
    result = run(
        module,
        """
        from pathlib import Path

        def test_puppet(puppet):
            catalog = puppet.compile(
                manifest=Path("manifests/init.pp"), cls="::pond", hiera=Path("hiera.yaml"),
                settings={"strict": "warning", "catalog_builder": "deterministic"})
            assert catalog.resources("package") == []
            assert catalog.explain("resource", "File[/etc/pond]") and catalog.explain("order")

        def test_policy(cfengine):
            run = cfengine.run(Path("policy.cf"), bundles=("other",), define={"web"})
            assert run.reports == ["o"] and run.promises("files") == []
        """,
    )
    result.assert_outcomes(passed=2)


def test_a_compile_logs_only_what_its_code_says(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        def test_nothing(puppet):
            for environment in ("production", "lake"):
                catalog = puppet.compile(cls="pond", environment=environment)
                assert catalog.logs == []

        def test_environment(puppet):
            catalog = puppet.compile(code="notify { $environment: }", environment="lake")
            assert "Notify[lake]" in catalog

        def test_warning(puppet):
            catalog = puppet.compile(code="warning('deep')")
            assert [level for level, _ in catalog.logs] == ["warning"]

        def test_a_store(puppet):
            assert "File[/etc/other]" in puppet.compile(code="include pond File <<| |>>")
            (logged,) = puppet.compile(cls="pond", settings={"storeconfigs": False}).logs
            assert "storeconfigs" in logged[1]
        """,
    )
    result.assert_outcomes(passed=4)


def test_packages_have_the_default_provider_of_the_system(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        import pytest
        from duckrow.testing import CompileError, os

        DEFAULTS = {
            "debian-12": "apt", "ubuntu-22.04": "apt", "redhat-7": "yum", "redhat-9": "dnf",
            "fedora-41": "dnf", "sles-15": "zypper", "archlinux-6": "pacman",
        }

        @pytest.mark.parametrize("name", DEFAULTS)
        def test_equal_packages(puppet, name):
            code = "package { 'a': name => 'x' } package { 'b': name => 'x', provider => %s }"
            with pytest.raises(CompileError, match="alias"):
                puppet.compile(code=code % DEFAULTS[name], facts=os(name))
            puppet.compile(code=code % "gem", facts=os(name))

        def test_features(puppet):
            puppet.compile(code="package { 'x': ensure => purged }", facts=os("debian-12"))
            with pytest.raises(CompileError, match="must have features 'purgeable'"):
                puppet.compile(code="package { 'x': ensure => purged }", facts=os("sles-15"))

        def test_no_system(puppet):
            puppet.compile(code="package { 'x': }", facts={})
            puppet.compile(code="package { 'x': }", facts={"os": "web"})
        """,
    )
    result.assert_outcomes(passed=9)


def test_snapshots_have_exported_resources(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        def test_all(puppet, duckrow_snapshot):
            catalog = puppet.compile(cls="pond")
            assert catalog.exported[0].is_exported and not catalog["File[/etc/pond]"].is_exported
            duckrow_snapshot(catalog)

        def test_collected(puppet, duckrow_snapshot):
            duckrow_snapshot(puppet.compile(code="include pond File <<| |>>"))
        """,
        "--duckrow-accept",
    )
    result.assert_outcomes(passed=2)
    for name in ("test_all", "test_collected"):
        (file,) = module.path.glob(f"snapshots/*/{name}.txt")
        assert file.read_text() == (
            "Class[Pond]\n  ducks => 3\nFile[/etc/other] (exported)\n  mode => '0600'\n"
            "File[/etc/pond]\n  mode => '0640'\n"
        )


def test_a_snapshot_is_not_written_twice(module: pytest.Pytester) -> None:
    test = """
        import pytest

        def test_named(duckrow_snapshot):
            duckrow_snapshot("one", "a")
            duckrow_snapshot("two", "a")

        def test_numbered(duckrow_snapshot):
            duckrow_snapshot("one", "2")
            duckrow_snapshot("two")

        def test_path(duckrow_snapshot):
            duckrow_snapshot("one", "../a/b")

        @pytest.mark.parametrize("value", [5, [5]])
        def test_value(duckrow_snapshot, value):
            duckrow_snapshot(value)
    """
    result = run(module, test, "--duckrow-accept")
    result.assert_outcomes(passed=1, failed=4)
    result.stdout.fnmatch_lines(
        [
            "E  *SnapshotError: this test has two snapshots with the name 'a': give the second *",
            "E  *SnapshotError: this test has two snapshots with the name '2': give the second *",
            "E  *ArgumentError: a snapshot is of a catalog, a resource, *, not of 5",
        ]
    )
    assert "src/duckrow" not in result.stdout.str()
    assert len(list(module.path.glob("snapshots/*/*.txt"))) == 3


def test_a_module_without_metadata_has_manifests(pytester: pytest.Pytester) -> None:
    tests = pytester.path / "example-pond/tests"
    for directory in (tests, tests.parent / "manifests"):
        directory.mkdir(parents=True)
    (tests.parent / "manifests/init.pp").write_text(MANIFEST)
    (tests / "test_pond.py").write_text(
        "def test_it(puppet):\n"
        "    assert puppet.compile(cls='pond')['File[/etc/pond]'].mode == '0640'\n"
        "def test_systems(puppet, os_facts):\n    pass\n"
    )
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "example-pond", "-k", "it")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["os_facts: there is no */example-pond/metadata.json"])
    assert result.stdout.str().count("os_facts: there is no") == 2  # and in the summary
    text = (tests / "test_pond.py").read_text()
    (tests / "test_pond.py").write_text(text.partition("def test_systems")[0])
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "example-pond")
    result.assert_outcomes(passed=1)


def test_a_test_in_no_module_is_told_so(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_it(puppet):\n    puppet.compile(cls='pond')\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E  *note: * is in no module: no directory from here upwards has*"]
    )


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        (
            'duckrow_oss("debian-12")',
            "test_it: there is no marker duckrow_oss: did you mean duckrow_os?",
        ),
        ("duckrow_os()", 'name systems: @pytest.mark.duckrow_os("debian-12")'),
        ("duckrow_os(12)", "the marker duckrow_os names systems, such as *, not 12"),
        ("duckrow_os(name='debian-12')", "test_it: the marker takes names only: *"),
    ],
)
def test_markers(module: pytest.Pytester, marker: str, message: str) -> None:
    test = f"import pytest\n\n@pytest.mark.{marker}\ndef test_it(os_facts):\n    pass\n"
    result = run(module, test, "-Wdefault")  # pytest itself warns of unknown markers
    result.assert_outcomes(errors=1, warnings=int("oss" in marker))
    result.stdout.fnmatch_lines([message])


def test_a_marker_without_the_fixture(module: pytest.Pytester) -> None:
    test = """
        import pytest
        from duckrow.testing import os

        @pytest.mark.duckrow_os("debian-12")
        class TestSome:
            def test_plain(self):
                pass

            @pytest.mark.duckrow_os(os("rocky-9", pond="deep"), "debian-12")
            def test_systems(self, puppet, os_facts):
                assert puppet.facts(os_facts).get("pond") in ("deep", None)
    """
    run(module, test).assert_outcomes(passed=3)
    result = run(
        module, "import pytest\n\n@pytest.mark.duckrow_os('debian-12')\ndef test_it(): pass"
    )
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["test_it: duckrow_os has no effect, since the test does not take *"]
    )


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("metadata.json", '{"name": ', "*/metadata.json is no valid JSON"),
        ("metadata.json", "[]", "*/metadata.json holds no JSON object"),
        (
            "metadata.json",
            '{"operatingsystem_support": ["x"]}',
            "*that is no list of operating sys*",
        ),
        (".fixtures.yml", "fixtures: [", "*/.fixtures.yml is no valid YAML"),
    ],
)
def test_invalid_files_of_a_module(
    module: pytest.Pytester, file: str, text: str, message: str
) -> None:
    (module.path / file).write_text(text)
    result = run(module, "def test_it(puppet):\n    pass\n")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([message])
    assert "Error:" not in result.stdout.str()


def test_a_damaged_fact_set_is_named(module: pytest.Pytester) -> None:
    place = module.path / "sets/4.3"
    place.mkdir(parents=True)
    (place / "debian-12-x86_64.facts").write_text("{bad")
    test = """
        from duckrow.testing import os

        def test_it(puppet):
            puppet.compile(cls="pond", facts=os("debian-12"))
    """
    result = run(module, test, "--duckrow-facts", "sets")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E  *debian-12-x86_64.facts is no valid JSON"])
    assert "src/duckrow" not in result.stdout.str()


def test_a_snapshot_may_have_a_long_name(module: pytest.Pytester) -> None:
    test = """
        import pytest

        @pytest.mark.parametrize("end", ["a", "b"], ids=["x" * 300 + end for end in "ab"])
        def test_it(duckrow_snapshot, end):
            duckrow_snapshot(end)
            duckrow_snapshot(f"{end} named", "y" * 300)
    """
    run(module, test, "--duckrow-accept").assert_outcomes(passed=2)
    run(module, test).assert_outcomes(passed=2)
    assert len(list(module.path.glob("snapshots/*/*.txt"))) == 4


@pytest.mark.parametrize("space", [" ", "\\t", "\\n"])
def test_a_policy_of_several_lines_is_no_path(module: pytest.Pytester, space: str) -> None:
    text = f"bundle{space}agent main\\n{{ reports: 'hi'; }}"
    test = f"def test_it(cfengine):\n    assert cfengine.run(\"{text}\").reports == ['hi']\n"
    run(module, test).assert_outcomes(passed=1)


def test_paths_of_options_are_checked_before_a_test_runs(module: pytest.Pytester) -> None:
    empty = Path("empty")
    (module.path / empty).mkdir()
    for words, message in (
        (
            ("--duckrow-coverage-json", "no/c.json"),
            "*: cannot write no/c.json: No such file or dir*",
        ),
        (("--duckrow-coverage-lcov", "empty"), "*: cannot write empty: Is a directory"),
        (("--duckrow-modulepath", "empty:no"), "*--duckrow-modulepath: there is no directory */no"),
        (
            ("--duckrow-facts", "empty"),
            "*--duckrow-facts: there are no fact sets such as * in */empty",
        ),
    ):
        result = run(module, "def test_it(puppet):\n    pass\n", *words)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([message])


def test_coverage_that_cannot_be_written_at_the_end_fails_the_session(
    module: pytest.Pytester,
) -> None:
    test = "def test_it(puppet):\n    puppet.compile(cls='pond')\n"
    result = run(module, test, "--duckrow-coverage-json", "/dev/full")
    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["ERROR: cannot write the files of coverage: No space left on device"]
    )


def test_a_snapshot_that_cannot_be_written_is_an_error(module: pytest.Pytester) -> None:
    test = """
        from resource import RLIMIT_FSIZE, getrlimit, setrlimit

        def test_it(duckrow_snapshot):
            before = getrlimit(RLIMIT_FSIZE)
            setrlimit(RLIMIT_FSIZE, (4, before[1]))
            try:
                duckrow_snapshot("longer than that")
            finally:
                setrlimit(RLIMIT_FSIZE, before)
    """
    result = run(module, test, "--duckrow-accept")
    result.stdout.fnmatch_lines(["E *SnapshotError: cannot write snapshots/*: File too large"])
    assert [each.name for each in module.path.rglob("snapshots/*/*")] == []


def test_sensitive_values_that_are_not_equal_say_so(module: pytest.Pytester) -> None:
    test = """
        from duckrow.testing import Sensitive

        def test_two(puppet):
            assert Sensitive("hunter2") == Sensitive("hunter3")

        def test_text(puppet):
            assert Sensitive("hunter2") == "hunter2"
    """
    result = run(module, test)
    result.stdout.fnmatch_lines(
        [
            "E *The Sensitive values are different.",
            "E *A Sensitive value is equal to another one only: compare it with Sensitive(…).",
        ]
    )
