"""The plugin as its users run it: pytest in a project of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

# Runs in this process forget what they import, and PyYAML cannot be imported twice.
import duckrow.data.yaml_events
import duckrow.testing.policy
import duckrow.testing.session  # noqa: F401

pytest_plugins = ["pytester"]

EXAMPLES = Path(__file__).parents[3] / "examples" / "testing"
MANIFEST = """
class pond (Integer $ducks = 3, Optional[Sensitive[String]] $secret = undef) {
  package { 'pond': ensure => installed }
  -> file { '/etc/pond.conf':
    mode    => '0640',
    content => "ducks = ${ducks}\\n",
    notify  => Service['pond'],
  }
  service { 'pond': ensure => running }
  if $ducks > 10 {
    file { '/etc/pond.crowd': content => 'crowd' }
  }
  if $secret {
    file { '/etc/pond.key': content => $secret }
  }
}
"""
METADATA = {
    "name": "example-pond",
    "version": "1.0.0",
    "operatingsystem_support": [
        {"operatingsystem": "Debian", "operatingsystemrelease": ["12"]},
        {"operatingsystem": "RedHat", "operatingsystemrelease": ["9"]},
        {"operatingsystem": "Solaris", "operatingsystemrelease": ["11"]},
    ],
}


@pytest.fixture
def module(pytester: pytest.Pytester) -> pytest.Pytester:
    """Make a module in a directory whose name is not that of the module."""
    pytester.makefile(".json", metadata=json.dumps(METADATA))
    pytester.mkdir("manifests")
    (pytester.path / "manifests/init.pp").write_text(MANIFEST)
    return pytester


def run(project: pytest.Pytester, test: str, *words: str) -> pytest.RunResult:
    """Run a test file of a project in this process."""
    project.makepyfile(test)
    return project.runpytest_inprocess("-p", "no:cacheprovider", *words)


def test_a_catalog_is_compiled_read_and_asked(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        import pytest
        from duckrow.testing import Code, MissingError, Sensitive, os

        def test_resources(puppet):
            catalog = puppet.compile(cls="pond", params={"ducks": 5})
            file = catalog["File[/etc/pond.conf]"]
            assert file.mode == file["mode"] == "0640"
            assert file.path == "/etc/pond.conf" and file.owner is None
            assert file.content == "ducks = 5\\n" and "content" in file and "owner" not in file
            assert file.place == "manifests/init.pp:4"
            assert catalog["file['/etc/pond.conf']"] == file
            assert "Package[pond]" in catalog and "Package[lake]" not in catalog
            assert [each.ref for each in catalog.resources("service")] == ["Service[pond]"]
            assert {each.type for each in catalog} >= {"File", "Package", "Service", "Class"}
            assert len(catalog) == len(list(catalog)) and "pond" in catalog.classes
            assert catalog["Class[pond]"].ducks == 5

        def test_unknown_attribute(puppet):
            file = puppet.compile(cls="pond")["File[/etc/pond.conf]"]
            with pytest.raises(MissingError, match="no attribute contnt: did you mean content"):
                file.contnt
            assert not hasattr(file, "contnt")

        def test_questions(puppet):
            catalog = puppet.compile(cls="pond")
            assert catalog.before("Package[pond]", "Service[pond]")
            assert not catalog.before("Package[pond]", "Service[pond]", direct=True)
            assert catalog.before("Package[pond]", "File[/etc/pond.conf]", direct=True)
            assert not catalog.before("Service[pond]", "Package[pond]")
            assert not catalog.before("Class[pond]", "Package[pond]")
            assert catalog.notifies("File[/etc/pond.conf]", "Service[pond]", direct=True)
            assert not catalog.notifies("Package[pond]", "Service[pond]")
            assert "manifests/init.pp:5" in catalog.why("File[/etc/pond.conf]", "mode")
            assert "is declared at manifests/init.pp:4" in catalog.why("File[/etc/pond.conf]")
            assert "$ducks > 10" in catalog.why("File[/etc/pond.crowd]")
            with pytest.raises(MissingError, match="did you mean Package.pond"):
                catalog.before("Package[pon]", "Service[pond]")

        def test_inputs(puppet):
            code = '''
              notify { "${facts['os']['name']} ${trusted['extensions']['pp_role']}": }
              notify { "${trusted['certname']} ${facts['networking']['fqdn']} ${environment}": }
            '''
            facts = os("debian-12", networking={"mtu": 9000})
            catalog = puppet.compile(
                code=code, node="web.example.org", facts=facts,
                trusted={"pp_role": "web"}, environment="lake")
            assert "Notify[Debian web]" in catalog
            assert "Notify[web.example.org web.example.org lake]" in catalog
            found = puppet.facts(facts)
            assert found["networking"]["mtu"] == 9000 and found["networking"]["ip"]

        def test_values_of_all_kinds(puppet):
            values = {"a": [1, 2.5, True, None], "b": "it's \\\\ $x", "c": {"d": "e"}}
            catalog = puppet.compile(
                code="define show($v) { notify { 'n': message => $v } }",
                define="show", title="it's", params={"v": values})
            assert catalog["Notify[n]"].message == {**values, "a": [1, 2.5, True, None]}
            catalog = puppet.compile(
                code="notify { 'a': }", define="notify", title="b",
                params={"require": Code("Notify['a']")})
            assert catalog["Notify[b]"].require == "Notify[a]"

        def test_secrets(puppet, duckrow_snapshot):
            catalog = puppet.compile(cls="pond", params={"secret": Sensitive("s3cret")})
            content = catalog["File[/etc/pond.key]"].content
            assert content == Sensitive("s3cret") and content.unwrap() == "s3cret"
            duckrow_snapshot(catalog)

        def test_hiera(puppet, tmp_path):
            data = {"pond::ducks": 11}
            catalog = puppet.compile(cls="pond", hiera=data)
            assert "File[/etc/pond.crowd]" in catalog
            assert "File[/etc/pond.crowd]" not in puppet.compile(cls="pond")
        """,
        "--duckrow-accept",
    )
    result.assert_outcomes(passed=7)
    (snapshot,) = module.path.glob("snapshots/**/*.txt")
    result.stdout.fnmatch_lines([f"wrote {snapshot}"])
    assert "s3cret" not in snapshot.read_text()
    assert "redacted" in snapshot.read_text()


def test_failures_say_why_and_where(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        def test_value(puppet):
            assert puppet.compile(cls="pond")["File[/etc/pond.conf]"].mode == "0644"

        def test_missing(puppet):
            assert "File[/etc/pond.crowd]" in puppet.compile(cls="pond")

        def test_present(puppet):
            assert "Package[pond]" not in puppet.compile(cls="pond")

        def test_misspelt(puppet):
            puppet.compile(cls="pond")["File[/etc/pond.cnf]"]

        def test_no_order(puppet):
            assert puppet.compile(cls="pond").before("Service[pond]", "Package[pond]")

        def test_no_refresh(puppet):
            assert puppet.compile(cls="pond").notifies("Package[pond]", "Service[pond]")
        """,
    )
    result.assert_outcomes(failed=6)
    result.stdout.fnmatch_lines(
        [
            "E       AssertionError: assert '0640' == '0644'",
            "*File?/etc/pond.conf? has mode *0640*",
            "*manifests/init.pp:5*",
            "test_failures_say_why_and_where.py:2: AssertionError",
            "E       *assert 'File?/etc/pond.crowd?' in <catalog of node.example.com>",
            "*File?/etc/pond.crowd? is not in the catalog: no statement that declares it runs.",
            "*$ducks > 10 is not met*(manifests/init.pp:*",
            "*$ducks is 3*",
            "E       AssertionError: assert 'Package?pond?' not in <catalog of node.example.com>",
            "*it is declared at manifests/init.pp:3*",
            '>       puppet.compile(cls="pond")[[]"File[[]/etc/pond.cnf[]]"[]]',
            "E       *MissingError: File?/etc/pond.cnf? is not in the catalog",
            "E       did you mean File?/etc/pond.conf??",
            "E       File?/etc/pond.conf? is declared at manifests/init.pp:4",
            "E       *assert <no: Package?pond? comes before Service?pond?: a chain of *",
            "*duckrow explains*",
            "*Package?pond? comes before File?/etc/pond.conf?: the arrow ->  (manifests/init.pp:*",
            "E       *assert <no: A change of Package?pond? does not refresh Service?pond?*",
            "*duckrow explains*",
            "hint: ~>, notify and subscribe carry events*",
        ]
    )
    assert "src/duckrow" not in result.stdout.str()


def test_a_compile_that_fails_has_the_words_of_puppet(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        import pytest
        from duckrow.testing import CompileError

        def test_evaluation(puppet):
            puppet.compile(cls="pond", params={"ducks": "many"})

        def test_syntax(puppet):
            puppet.compile(code="\\nclass ]")

        def test_function(puppet):
            with pytest.raises(CompileError) as caught:
                puppet.compile(code="\\n  fail('no ducks')", node="lake")
            assert caught.value.message == (
                "Evaluation Error: Error while evaluating a Function Call, no ducks "
                "(line: 2, column: 3) on node lake")
            assert (caught.value.file, caught.value.line, caught.value.column) == ("code", 2, 3)

        def test_cycle(puppet):
            puppet.compile(code="notify { 'a': require => Notify['b'] }\\n"
                                "notify { 'b': require => Notify['a'] }")

        def test_cycle_that_is_wanted(puppet):
            puppet.compile(code="notify { ['a', 'b']: } Notify['a'] -> Notify['b'] -> Notify['a']",
                           check=False)

        def test_value_that_no_host_takes(puppet):
            puppet.compile(code="file { 'relative': }")
        """,
    )
    result.assert_outcomes(passed=2, failed=4)
    result.stdout.fnmatch_lines(
        [
            "E       *CompileError: Evaluation Error: *Class?Pond?: parameter 'ducks' expects an *",
            "E       code:1:1:",
            "E       *CompileError: *Syntax error at*",
            "E       code:2:7:",
            "E          2 | class ]",
            "E       *CompileError: Found 1 dependency cycle:",
            "E       (Notify?a? => Notify?b? => Notify?a?)",
            "E       *code:1:*",
            "E       *CompileError: *File paths must be fully qualified*",
        ]
    )
    assert "src/duckrow" not in result.stdout.str()


def test_os_facts_stands_for_the_systems_of_metadata(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        import pytest
        from duckrow.testing import os

        def test_all(puppet, os_facts):
            assert puppet.facts(os_facts)["os"]["family"] in ("Debian", "RedHat")

        @pytest.mark.duckrow_os("ubuntu-22.04", "rocky-9")
        def test_marked(puppet, os_facts):
            assert puppet.facts(os_facts)["os"]["name"] in ("Ubuntu", "Rocky")

        @pytest.mark.parametrize("os_facts", [os("sles-15")], ids=str, indirect=True)
        def test_own(puppet, os_facts):
            assert puppet.facts(os_facts)["os"]["family"] == "Suse"

        def test_unknown(puppet):
            with pytest.raises(LookupError, match="(?s)fact set for debian-1\\n.*debian-12"):
                puppet.facts(os("debian-1"))
        """,
        "-v",
        "-rs",
    )
    result.assert_outcomes(passed=6, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "*::test_all?debian-12? PASSED*",
            "*::test_all?redhat-9? PASSED*",
            "*::test_all?solaris-11? SKIPPED*",
            "*::test_marked?ubuntu-22.04? PASSED*",
            "*::test_own?sles-15? PASSED*",
            "SKIPPED * there is no fact set for solaris-11",
        ]
    )


def test_fact_sets_are_given_by_path(module: pytest.Pytester) -> None:
    directory = module.mkdir("sets")
    (directory / "4.2").mkdir()
    facts = {"os": {"name": "Debian", "family": "Debian", "hardware": "x86_64"}, "pond": "deep"}
    facts["os"]["release"] = {"full": "12.1", "major": "12"}  # type: ignore[index]
    facts["facterversion"] = "4.2.5"
    (directory / "4.2/debian-12-x86_64.facts").write_text(json.dumps(facts))
    test = """
        from duckrow.testing import os

        def test_facts(puppet):
            assert puppet.facts(os("debian-12"))["pond"] == "deep"
    """
    run(module, test, "--duckrow-facts", "sets").assert_outcomes(passed=1)
    module.makeini("[pytest]\nduckrow_facts = sets\n")
    run(module, test).assert_outcomes(passed=1)
    result = run(module, test, "--duckrow-facts", "nowhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--duckrow-facts: there is no directory */nowhere*"])


def test_modules_are_those_of_the_fixtures(module: pytest.Pytester) -> None:
    for name, at in (("lake", "spec/fixtures/modules/lake"), ("reed", "elsewhere/reed")):
        manifests = module.path / at / "manifests"
        manifests.mkdir(parents=True)
        (manifests / "init.pp").write_text(f"class {name} {{ notify {{ '{name}': }} }}")
    (module.path / ".fixtures.yml").write_text(
        "fixtures:\n  symlinks:\n    reed: '#{source_dir}/elsewhere/reed'\n"
        "  repositories:\n    rush: https://example.com/rush.git\n"
    )
    result = run(
        module,
        """
        def test_modules(puppet):
            catalog = puppet.compile(code="include lake, reed, pond")
            assert "Notify[lake]" in catalog and "Notify[reed]" in catalog
        """,
        "-Wdefault",
    )
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*.fixtures.yml of * names modules that are missing: rush"])


def test_a_control_repository_begins_with_its_manifests(pytester: pytest.Pytester) -> None:
    files = {
        "environment.conf": "modulepath = site:modules\n",
        "manifests/site.pp": "node 'web' { include role }\nnode default { notify { 'other': } }\n",
        "site/role/manifests/init.pp": "class role($say) { notify { $say: } }\n",
        "hiera.yaml": "version: 5\nhierarchy: [{name: all, path: common.yaml}]\n",
        "data/common.yaml": "role::say: from the data\n",
    }
    for name, text in files.items():
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    result = run(
        pytester,
        """
        def test_nodes(puppet):
            assert "Notify[from the data]" in puppet.compile(node="web")
            assert "Notify[other]" in puppet.compile(node="mail")
            assert "Notify[a test]" in puppet.compile(node="web", hiera={"role::say": "a test"})
            assert "Notify[said]" in puppet.compile(cls="role", params={"say": "said"})
        """,
    )
    result.assert_outcomes(passed=1)


SNAPSHOTS = """
def test_catalog(puppet, duckrow_snapshot):
    catalog = puppet.compile(cls="pond")
    duckrow_snapshot(catalog)
    duckrow_snapshot(catalog["File[/etc/pond.conf]"], "file")
"""


def test_a_snapshot_is_written_compared_and_rewritten(module: pytest.Pytester) -> None:
    result = run(module, SNAPSHOTS)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E       *SnapshotError: there is no snapshots/*/test_catalog.txt yet: pytest --duckrow-*"]
    )
    run(module, SNAPSHOTS, "--duckrow-accept").assert_outcomes(passed=1)
    run(module, SNAPSHOTS).assert_outcomes(passed=1)
    (file,) = module.path.glob("snapshots/*/test_catalog-file.txt")
    assert file.read_text() == (
        "File[/etc/pond.conf]\n  content =>\n    | ducks = 3\n  mode => '0640'\n"
        "  notify => 'Service[pond]'\n"
    )
    manifest = module.path / "manifests/init.pp"
    changed = MANIFEST.replace("'0640'", "'0600'").replace("ensure => installed", "ensure => '2'")
    manifest.write_text(changed)
    result = run(module, SNAPSHOTS)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E       *SnapshotError: snapshots/*/test_catalog.txt is different; *--duckrow-accept*",
            "E         File?/etc/pond.conf?",
            "E       -   mode => '0640'",
            "E       +   mode => '0600'",
            "E         Package?pond?",
            "E       -   ensure => 'installed'",
            "E       +   ensure => '2'",
        ]
    )
    run(module, SNAPSHOTS, "--duckrow-accept").assert_outcomes(passed=1)
    run(module, SNAPSHOTS).assert_outcomes(passed=1)


def test_snapshots_keep_secrets_and_tell_everything_else_apart(module: pytest.Pytester) -> None:
    test = """
        import pytest
        from duckrow.testing import Sensitive

        @pytest.mark.parametrize("content", ["a\\n", "a \\n", "a\\r\\n", "a", "\\n", "a/b", "a_b"])
        def test_content(puppet, duckrow_snapshot, content):
            params = {"content": content + "\\nz"}
            duckrow_snapshot(puppet.compile(define="file", title="/x", params=params))

        class TestDeep:
            def test_secret(self, puppet, duckrow_snapshot):
                params = {"message": [Sensitive("hunter2"), {"a": Sensitive("hunter2")}]}
                catalog = puppet.compile(define="notify", title="n", params=params)
                assert catalog["Notify[n]"].message[0] == Sensitive("hunter2")
                duckrow_snapshot(catalog)

        class TestOther:
            def test_secret(self, puppet, duckrow_snapshot):
                params = {"message": [Sensitive("hunter2")]}
                duckrow_snapshot(puppet.compile(define="notify", title="n", params=params))
    """
    run(module, test, "--duckrow-accept").assert_outcomes(passed=9)
    texts = [each.read_bytes() for each in module.path.glob("snapshots/*/*.txt")]
    assert len(set(texts)) == len(texts) == 9
    assert not any(b"hunter2" in each for each in texts)
    assert sum(b"redacted" in each for each in texts) == 2
    run(module, test).assert_outcomes(passed=9)


def test_what_a_test_changes_is_its_own(module: pytest.Pytester) -> None:
    result = run(
        module,
        """
        import pytest

        @pytest.mark.parametrize("number", [1, 2])
        def test_list(puppet, number):
            params = {"message": ["a", "b"]}
            message = puppet.compile(define="notify", title="n", params=params)["Notify[n]"].message
            assert message == ["a", "b"]
            message.append("c")

        def test_answers(puppet):
            catalog = puppet.compile(cls="pond")
            assert catalog.before("Package[pond]", "Service[pond]") == True
            assert catalog.before("Service[pond]", "Package[pond]") == False
            assert not catalog.before("Package[pond]", "Service[pond]") != True

        def test_other_value(puppet):
            catalog = puppet.compile(cls="pond")
            assert catalog["File[/etc/pond.conf]"].owner is None
            assert catalog["File[/etc/pond.conf]"].mode == "0640"
            assert {}.get("owner") == 3
        """,
    )
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.no_fnmatch_line("*File?/etc/pond.conf? has no owner*")
    assert "pond.conf] " not in result.stdout.str().partition("assert None == 3")[2]


def test_systems_that_are_nowhere_are_errors(module: pytest.Pytester) -> None:
    test = """
        import pytest

        @pytest.mark.duckrow_os("debain-12")
        def test_marked(os_facts):
            pass
    """
    result = run(module, test)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*there is no fact set for debain-12*"])
    (module.path / "metadata.json").write_text('{"name": "example-pond", "version": "1.0.0"}')
    result = run(module, "def test_all(os_facts): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*metadata.json lists no operatingsystem_support*"])


def test_a_policy_is_simulated(pytester: pytest.Pytester) -> None:
    target = pytester.path / "motd"
    policy = f'''
bundle agent main
{{
  vars: "word" string => "quack"; "list" slist => {{ "a", "b" }};
  classes: "has_motd" expression => fileexists("{target}");
  files:
    "{target}" create => "true", content => "$(word)$(const.n)", classes => done("wrote");
    has_motd:: "{target}.gone" delete => tidy;
  commands: "/bin/touch {target}.touched";
  reports: "says $(word)";
}}
body classes done(x) {{ promise_repaired => {{ "$(x)" }}; }}
body delete tidy {{ dirlinks => "delete"; rmdirs => "true"; }}
'''
    pytester.makefile(".cf", policy=policy)
    result = run(
        pytester,
        f"""
        import pytest
        from duckrow.testing import MissingError, PolicyError

        MOTD = "{target}"

        def test_run(cfengine):
            run = cfengine.run("policy.cf", files={{MOTD: "old", MOTD + ".gone": "x"}})
            assert "has_motd" in run.classes and "wrote" in run.classes
            assert run.variables["main.word"] == "quack"
            assert run.variables["main.list"] == ["a", "b"] and run.variables["sys.os"] == "linux"
            assert run.files[MOTD].content == "quack\\n" and MOTD + ".gone" not in run.files
            assert run.promise("files", MOTD).outcome == "repaired"
            assert run.promise("commands", f"/bin/touch {{MOTD}}.touched").outcome == "warned"
            assert run.reports == ["says quack"]
            assert run.files.changed == [MOTD, MOTD + ".gone"]

        def test_other_inputs(cfengine):
            run = cfengine.run("policy.cf", define=["lake"], bundles=["main"], files={{MOTD: None}})
            assert "has_motd" not in run.classes and "lake" in run.classes
            assert run.files[MOTD].mode == "0600"
            assert run.promise("files", MOTD + ".gone").why

        def test_text(cfengine, duckrow_snapshot):
            run = cfengine.run("policy.cf", files={{MOTD: "old"}})
            duckrow_snapshot(run.text().replace(MOTD, "/m"))

        def test_no_class(cfengine):
            assert "has_motd" in cfengine.run("policy.cf", files={{MOTD: None}}).classes

        def test_value(cfengine):
            assert cfengine.run("policy.cf").variables["main.word"] == "honk"

        def test_outcome(cfengine):
            run = cfengine.run("policy.cf", files={{MOTD: None}})
            assert run.promise("files", MOTD + ".gone").outcome == "repaired"

        def test_misspelt(cfengine):
            run = cfengine.run("policy.cf")
            with pytest.raises(MissingError, match="did you mean main.word"):
                run.variables["main.wrd"]
            with pytest.raises(MissingError, match="no promise files .nowhere"):
                run.promise("files", "nowhere")

        def test_invalid(cfengine):
            cfengine.run("bundle agent main {{ vars: 'x' strng => 'y'; }}")
        """,
        "--duckrow-accept",
    )
    result.assert_outcomes(passed=4, failed=4)
    result.stdout.fnmatch_lines(
        [
            "*class has_motd is not defined.",
            "*expression => fileexists(*) is false  (policy.cf:4)*",
            "*'quack' == 'honk'*",
            "*main.word*policy.cf:3*",
            "*'skipped' == 'repaired'*",
            "*has_motd*",
            "E       *PolicyError: code:1:*error:*",
        ]
    )
    assert "src/duckrow" not in result.stdout.str()
    assert not target.exists()
    assert not Path(f"{target}.touched").exists()
    (snapshot,) = pytester.path.glob("snapshots/*/*.txt")
    assert "/m: file 0644\n  | quack\n" in snapshot.read_text()


COVERED = """
import sys

def test_one(puppet):
    puppet.compile(cls="pond")["Package[pond]"]

def test_two(puppet):
    catalog = puppet.compile(cls="pond", params={"ducks": 11})
    assert catalog.before("Package[pond]", "Service[pond]") and "File[/etc/no]" not in catalog

def test_others_trace_on(puppet):
    traced = []
    sys.settrace(lambda *event: traced.append(event))
    before = sys.gettrace()
    puppet.compile(cls="pond", params={"ducks": 4})
    after = sys.gettrace()
    sys.settrace(None)
    assert after is before
"""
REPORT = [
    "Total resources:   4",
    "Touched resources: 2",
    "Resource coverage: 50.00%",
    "Untouched resources:",
    "  File?/etc/pond.conf?",
    "  File?/etc/pond.crowd?",
    "*%  manifests/init.pp: not run 14",
]


def test_coverage_is_that_of_lines_and_resources(module: pytest.Pytester) -> None:
    files = ("--duckrow-coverage-json", "c.json", "--duckrow-coverage-lcov", "c.lcov")
    result = run(module, COVERED, "--duckrow-coverage", *files)
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(REPORT)
    lcov = (module.path / "c.lcov").read_text()
    assert "SF:manifests/init.pp\n" in lcov
    assert "DA:11,1\n" in lcov  # only one test has a crowd
    assert "DA:14,0\n" in lcov
    (found,) = json.loads((module.path / "c.json").read_text())
    assert found["module"] == "pond"
    assert set(found) == {"module", "resources", "files", "examples"}
    tests = {name.rpartition("::")[2]: lines for name, lines in found["examples"].items()}
    assert 11 not in tests["test_one"]["manifests/init.pp"]
    assert 11 in tests["test_two"]["manifests/init.pp"]


def test_coverage_of_workers_is_added_up(module: pytest.Pytester) -> None:
    module.makepyfile(COVERED)
    words = ("-p", "no:cacheprovider", "-n", "2", "--duckrow-coverage")
    result = module.runpytest_subprocess(*words)
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(REPORT)


def test_a_session_without_the_fixtures_imports_nothing_of_duckrow(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_imports():
            known = {name for name in sys.modules if name.partition(".")[0] == "duckrow"}
            assert known == {"duckrow", "duckrow.testing", "duckrow.testing.plugin"}
        """
    )
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_it_works_with_xdist(module: pytest.Pytester) -> None:
    module.makepyfile(
        test_one=SNAPSHOTS,
        test_two="""
        def test_fails(puppet):
            assert puppet.compile(cls="pond").before("Service[pond]", "Package[pond]")

        def test_value(puppet):
            assert puppet.compile(cls="pond")["Package[pond]"].ensure == "absent"
        """,
    )
    words = ("-p", "no:cacheprovider", "-n", "2", "--duckrow-accept")
    result = module.runpytest_subprocess(*words)
    result.assert_outcomes(passed=1, failed=2)
    text = result.stdout.str()
    assert "the arrow ->  (manifests/init.pp:" in text
    assert "manifests/init.pp:3" in text
    assert text.count("wrote ") == 2


def test_the_options_are_shown_and_collide_with_nothing(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--help")
    result.stdout.fnmatch_lines(["*tests of Puppet modules and CFEngine policies:*"])
    words = result.stdout.str()
    for option in ("--duckrow-accept", "--duckrow-facts", "--duckrow-coverage"):
        assert option in words


@pytest.mark.parametrize("name", ["feeder", "shore"])
def test_the_example_passes(name: str, pytester: pytest.Pytester) -> None:
    shutil.copytree(EXAMPLES / name, pytester.path / name)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", name)
    assert result.ret == 0
