"""What examples say that fail or cannot run: words that do not exist, secrets, JUnit."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from duckrow.cli.main import main
from duckrow.spec.runner import ExampleResult, Job, run_file

MANIFEST = """
class pond (Sensitive[String] $key) {
  file { '/etc/pond': content => $key, mode => '0640' }
}
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    for name in ("manifests", "spec/classes"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "metadata.json").write_text('{"name": "example-pond"}')
    (tmp_path / "manifests/init.pp").write_text(MANIFEST)
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules/pond").symlink_to(tmp_path)
    return tmp_path


def run(module: Path, body: str) -> ExampleResult:
    """Run one example about the class pond."""
    file = module / "spec/classes/pond_spec.rb"
    file.write_text(
        "describe 'pond' do\n  let(:params) { { key: sensitive('hunter2') } }\n"
        f"  it('fails') {{ {body} }}\nend\n"
    )
    job = Job(str(file), str(module), [str(module / "modules")])
    (found,) = run_file(job).examples
    return found


PLACE = "./spec/classes/pond_spec.rb:3"
EXAMPLE = '#<RSpec::ExampleGroups::Pond "fails">'
CONTAIN = "#<RSpec::Puppet::ManifestMatchers::CreateGeneric>"
COMPILE = "RSpec::Puppet::ManifestMatchers::Compile"
UNDEFINED = "NoMethodError: undefined method"
LACK = "which is outside of the Ruby that duckrow runs"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "is_expected.to frobnicate('x')",
            f"{UNDEFINED} `frobnicate' for {EXAMPLE}",
        ),
        (
            "expect(1).to eqal(1)",
            f"{UNDEFINED} `eqal' for {EXAMPLE}\nDid you mean?  equal\n               eql",
        ),
        ("expect('x').to be_frob", 'expected "x" to respond to `frob?`'),
        ("expect('x').not_to be_frob", 'expected "x" to respond to `frob?`'),
        (
            "is_expected.to contain_file('/etc/pond').that_notifes('x')",
            f"{UNDEFINED} `that_notifes' for {CONTAIN}\nDid you mean?  that_notifies",
        ),
    ],
)
def test_words_that_rspec_does_not_have(module: Path, body: str, message: str) -> None:
    found = run(module, body)
    assert (found.status, found.message) == ("failed", message)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "is_expected.to compile.with_all_dep",
            f"The example ({PLACE}) needs {COMPILE}#with_all_dep, which duckrow does not have",
        ),
        ("expect(1..2).to cover(1)", f"The example ({PLACE}) needs cover, {LACK}"),
    ],
)
def test_words_that_duckrow_lacks(module: Path, body: str, message: str) -> None:
    found = run(module, body)
    assert (found.status, found.message) == ("not run", message)


@pytest.mark.parametrize(
    "body",
    [
        "expect('').to be_empty",
        "expect(['ab', nil]).to match([a_string_starting_with('a'), a_nil_value])",
        "expect([2, 1]).to an_array_matching([1, 2]).or eq_to(3)",
        "x = double; allow(x).to receive(:a).with(any_args) { 3 }; x.a(1, 2)",
    ],
)
def test_words_with_other_names(module: Path, body: str) -> None:
    found = run(module, body)
    assert (found.status, found.message) == ("passed", "")


@pytest.mark.parametrize(
    "body",
    [
        "is_expected.to contain_file('/etc/pond').with_content('other')",
        "is_expected.to contain_file('/etc/pond').with_content(sensitive('other'))",
        "is_expected.to contain_file('/etc/pond').with_content(/other/)",
        "is_expected.to contain_file('/etc/pond').with_content(['other'])",
        "is_expected.to contain_file('/etc/pond').without_content",
        "is_expected.to contain_class('pond').with_key('other')",
        "expect(catalogue.resource('class', 'pond')[:key]).to eq('other')",
        "expect(catalogue.resource('class', 'pond')[:key].inspect).to eq('other')",
        "expect(catalogue.resource('file', '/etc/pond').to_hash).to eq('other')",
        "expect(catalogue.resource('file', '/etc/pond')[:content]).to be_other",
    ],
)
def test_secrets_of_catalogs_are_in_no_message(module: Path, body: str) -> None:
    found = run(module, body)
    assert found.status == "failed"
    assert "redacted" in found.message
    assert "hunter2" not in found.message


@pytest.mark.parametrize(
    "body",
    [
        "is_expected.to contain_file('/etc/pond').with_content(/hunter2/)",
        "is_expected.to contain_file('/etc/pond').with_content(sensitive('hunter2'))",
        "is_expected.to contain_class('pond').with_key(sensitive(/^hunter/))",
        "expect(catalogue.resource('class', 'pond')[:key]).to eq('hunter2')",
    ],
)
def test_secrets_are_compared(module: Path, body: str) -> None:
    found = run(module, body)
    assert (found.status, found.message) == ("passed", "")


def test_junit_has_what_failed_and_where(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = module / "spec/classes/pond_spec.rb"
    file.write_text(
        "describe 'pond' do\n  it('a') { expect(1).to eq('<&\"') }\n  it('b') { cover(1) }\n"
        "  it('c') { skip 'too cold' }\n  it('d') { raise 'x' }\n  it('e') { }\nend\n"
    )
    assert main(["spec", "--no-cache", "--format", "junit", str(file)]) == 1
    cases = {each.get("name"): each for each in fromstring(capsys.readouterr().out)}
    assert [each.get("line") for each in cases.values()] == ["2", "3", "4", "5", "6"]
    failure = cases["pond a"].find("failure")
    assert failure is not None
    assert failure.get("type") == "RSpec::Expectations::ExpectationNotMetError"
    assert failure.get("message") == 'expected: "<&\\""\n     got: 1\n\n(compared using ==)'
    assert failure.text == f"{failure.get('message')}\n./spec/classes/pond_spec.rb:2"
    error = cases["pond b"].find("error")
    assert error is not None
    assert str(error.text).endswith("\n./spec/classes/pond_spec.rb:3")
    skipped = cases["pond c"].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "too cold"
    raised = cases["pond d"].find("failure")
    assert raised is not None
    assert raised.get("type") == "RuntimeError"
    assert len(cases["pond e"]) == 0


def test_junit_is_xml_whatever_a_spec_writes(
    module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = module / "spec/classes/pond_spec.rb"
    file.write_text(
        'describe("\\xff\\ufffe\\u0001\\u{1f986}") { it("a") { raise "\\u000b\\uffff" } }\n'
    )
    assert main(["spec", "--no-cache", "--format", "junit", str(file)]) == 1
    (case,) = fromstring(capsys.readouterr().out)
    assert case.get("name") == "???\U0001f986 a"
    assert [each.get("message") for each in case] == ["RuntimeError: ??"]


def test_json_names_the_class_of_an_error(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = module / "spec/classes/pond_spec.rb"
    file.write_text("describe 'pond' do\n  it('a') { raise ArgumentError, 'x' }\nend\n")
    assert main(["spec", "--no-cache", "--format", "json", str(file)]) == 1
    (example,) = json.loads(capsys.readouterr().out)["examples"]
    assert example["exception"]["class"] == "ArgumentError"


@pytest.mark.parametrize("format_", ["progress", "json", "junit"])
def test_messages_name_the_files_of_the_module(
    format_: str, module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run finds the module through a link, which no message shows."""
    (module / "manifests/init.pp").write_text("class pond {\n  fail('dry')\n}\n")
    file = module / "spec/classes/pond_spec.rb"
    file.write_text("describe('pond') { it { is_expected.to compile } }\n")
    assert main(["spec", "--no-cache", "--format", format_, str(module)]) == 1
    said = capsys.readouterr().out
    assert "dry (file: ./manifests/init.pp, line: 2, column: 3)" in said
    assert "duckrow-spec-" not in said


def test_a_missing_directory_of_modules_is_an_error(
    module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["spec", "--no-cache", "--modulepath", f"{module}/modules:/no/modules", str(module)]
    assert main(words) == 2
    assert capsys.readouterr().err == "duckrow: --modulepath: there is no directory /no/modules\n"
