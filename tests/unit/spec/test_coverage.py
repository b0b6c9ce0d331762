"""Coverage: lines of manifests that examples have run, resources that matchers have found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duckrow.spec.coverage.report import CoverageReport
from duckrow.spec.coverage.resources import is_too_low
from duckrow.spec.runner import FileResult, Job, run_file

MANIFEST = """\
# ducks of a pond
class ducks(Boolean $swim = true) {
  if $swim {
    file { '/pond':
      mode => '0644',
    }
  } else {
    notify { 'dry': }
  }
  user { 'donald': }
}
"""
SPEC = """
describe 'ducks' do
  it { is_expected.to contain_file('/pond') }
  it { is_expected.to compile }
  context('dry') do
    let(:params) { { swim: false } }
    it { is_expected.not_to contain_file('/pond') }
  end
end
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return the directory of a module with a class, a define and a function."""
    made = tmp_path / "ducks"
    for name in ("manifests", "functions", "spec/classes", "spec/fixtures/modules"):
        (made / name).mkdir(parents=True)
    (made / "spec/fixtures/modules/ducks").symlink_to(made)
    (made / "metadata.json").write_text("{}")
    (made / "manifests/init.pp").write_text(MANIFEST)
    (made / "manifests/nest.pp").write_text("define ducks::nest {\n  notify { $title: }\n}\n")
    (made / "functions/loud.pp").write_text("function ducks::loud($x) {\n  upcase($x)\n}\n")
    (made / "spec/classes/ducks_spec.rb").write_text(SPEC)
    return made


def run(module: Path, text: str = SPEC, place: str = "classes") -> FileResult:
    file = module / f"spec/{place}/ducks_spec.rb"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    job = Job(str(file), str(module), [])
    job.measures = True
    result = run_file(job)
    assert result.errors == []
    return result


def report(module: Path, text: str = SPEC, place: str = "classes") -> CoverageReport:
    return CoverageReport(str(module), [run(module, text, place)])


def test_lines_by_how_many_examples_have_run_them(module: Path) -> None:
    hits = report(module).files["manifests/init.pp"].hits
    assert hits[3] == 3
    assert hits[4] == hits[5] == 2  # also by the example whose compile was there already
    assert hits[8] == 1
    assert hits[10] == 3
    assert 1 not in hits  # a comment
    assert 6 not in hits


def test_lines_of_each_example(module: Path) -> None:
    found = list(report(module).examples.values())
    assert [8 in each["manifests/init.pp"] for each in found] == [False, False, True]
    assert all(list(each) == ["manifests/init.pp"] for each in found)


def test_files_that_nothing_has_run(module: Path) -> None:
    found = report(module)
    assert found.files["manifests/nest.pp"].missing == [1, 2]
    assert "manifests/nest.pp: not run 1-2\n" in found.text()


def test_functions_in_the_language(module: Path) -> None:
    text = "describe('ducks::loud') { it { is_expected.to run.with_params('a').and_return('A') } }"
    assert report(module, text, "functions").files["functions/loud.pp"].missing == []


def test_resources_that_matchers_have_found(module: Path) -> None:
    found = report(module)
    assert found.resources == {"File[/pond]": True, "User[donald]": False, "Notify[dry]": False}
    assert (
        "Total resources:   3\nTouched resources: 1\nResource coverage: 33.33%\n\n"
        "Untouched resources:\n  Notify[dry]\n  User[donald]\n" in found.text()
    )


def test_filters(module: Path) -> None:
    text = SPEC.replace(
        "describe",
        "RSpec::Puppet::Coverage.add_filter('user', 'donald')\n"
        "RSpec::Puppet::Coverage.add_filter_regex('notify', /^d/)\ndescribe",
        1,
    )
    assert report(module, text).resources == {"File[/pond]": True}


@pytest.mark.parametrize(("wanted", "low"), [(33, False), (34, True)])
def test_a_spec_helper_asks_for_a_coverage(module: Path, wanted: int, low: bool) -> None:
    report = f"RSpec::Puppet::Coverage.report!({wanted})"
    hook = f"RSpec.configure {{ |c| c.after(:suite) {{ {report} }} }}"
    assert is_too_low([run(module, f"{hook}\n{SPEC}")]) is low


def test_resources_of_other_modules_do_not_count(module: Path) -> None:
    other = module / "spec/fixtures/modules/geese/manifests"
    other.mkdir(parents=True)
    (other / "init.pp").write_text("class geese { notify { 'goose': } }\n")
    before = "let(:pre_condition) { 'include geese' }"
    text = SPEC.replace("describe 'ducks' do", f"describe 'ducks' do\n{before}")
    assert "Notify[goose]" not in report(module, text).resources


def test_files_of_coverage(
    module: Path,
    tmp_path: Path,
    duckrow: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain, lcov = tmp_path / "c.json", tmp_path / "c.lcov"
    options = ["--coverage", "--coverage-json", str(plain), "--coverage-lcov", str(lcov)]
    code, output, _ = duckrow("spec", *options, str(module))
    assert code == 0
    assert "Lines of manifests:\n" in output
    (data,) = json.loads(plain.read_text())
    assert data["module"] == "ducks"
    assert data["files"]["manifests/init.pp"]["lines"]["8"] == 1
    assert data["examples"]["./spec/classes/ducks_spec.rb[1:3:1]"]["manifests/init.pp"][-1] == 10
    monkeypatch.chdir(module.parent)
    lines = "DA:1,0\nDA:2,0\nLF:2\nLH:0\nend_of_record\n"
    assert f"/manifests/nest.pp\n{lines}" in lcov.read_text()
    assert duckrow("spec", *options, str(module))[0] == 0
    assert f"SF:{module.name}/manifests/nest.pp\n{lines}" in lcov.read_text()


def test_files_that_cannot_be_written_are_errors_before_a_spec_runs(
    module: Path, tmp_path: Path, duckrow: Callable[..., Any]
) -> None:
    for name in ("--coverage-json", "--coverage-lcov"):
        code, output, errors = duckrow("spec", name, str(tmp_path / "no/file"), str(module))
        assert (code, output) == (2, "")
        assert f"cannot write {tmp_path}/no/file: No such file or directory" in errors


def test_files_have_all_modules(module: Path, tmp_path: Path, duckrow: Callable[..., Any]) -> None:
    other = tmp_path / "other"
    shutil.copytree(module, other, symlinks=True)
    (other / "metadata.json").write_text('{"name": "example-geese"}')
    plain = tmp_path / "c.json"
    assert duckrow("spec", "--coverage-json", str(plain), str(module), str(other))[0] in (0, 1)
    found = json.loads(plain.read_text())
    assert [each["module"] for each in found] == ["ducks", "geese"]
