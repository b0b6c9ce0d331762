"""Spec files of one run share the modules that they have read, and nothing that one has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duckrow.spec.runner import Job, run_file
from duckrow.spec.shared import Shared

if TYPE_CHECKING:
    from pathlib import Path


def run(tmp_path: Path, name: str, text: str, shared: Shared) -> list[tuple[str, str]]:
    (tmp_path / "spec/classes").mkdir(parents=True, exist_ok=True)
    file = tmp_path / f"spec/classes/{name}_spec.rb"
    file.write_text(f"describe 'pond' do\n  let(:module_path) {{ '{tmp_path}/m' }}\n{text}\nend\n")
    result = run_file(Job(str(file), str(tmp_path), []), shared)
    assert result.errors == []
    return [(each.status, each.message) for each in result.examples]


def manifest(tmp_path: Path, text: str) -> None:
    (tmp_path / "m/pond/manifests").mkdir(parents=True, exist_ok=True)
    (tmp_path / "m/pond/manifests/init.pp").write_text(f"class pond {{ {text} }}")


CONTAINS = "it { is_expected.to contain_notify('%s') }"


def test_an_environment_is_made_once(tmp_path: Path) -> None:
    manifest(tmp_path, "notify { 'duck': }")
    shared = Shared()
    for name in ("a", "b"):
        assert run(tmp_path, name, CONTAINS % "duck", shared) == [("passed", "")]
    (environments,) = shared._environments.values()
    assert len(environments) == 1


def test_a_file_sees_what_has_changed_since_the_file_before(tmp_path: Path) -> None:
    shared = Shared()
    for duck in ("one", "another one"):
        manifest(tmp_path, f"notify {{ '{duck}': }}")
        assert run(tmp_path, "a", CONTAINS % duck, shared) == [("passed", "")]


def test_data_that_has_changed_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "m/pond/data").mkdir(parents=True)
    (tmp_path / "m/pond/hiera.yaml").write_text(
        "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n"
    )
    (tmp_path / "m/pond/manifests").mkdir(parents=True)
    (tmp_path / "m/pond/manifests/init.pp").write_text("class pond($duck) { notify { $duck: } }")
    shared = Shared()
    for duck in ("one", "another"):
        (tmp_path / "m/pond/data/all.yaml").write_text(f"pond::duck: {duck}\n")
        assert run(tmp_path, "a", CONTAINS % duck, shared) == [("passed", "")]


def test_a_function_of_one_file_is_none_of_the_next(tmp_path: Path) -> None:
    manifest(tmp_path, "notify { quack(): }")
    define = """
      before do
        Puppet::Parser::Functions.newfunction(:quack, type: :rvalue) { |_| 'quacked' }
      end
    """
    shared = Shared()
    assert run(tmp_path, "a", define + CONTAINS % "quacked", shared) == [("passed", "")]
    ((status, message),) = run(tmp_path, "b", CONTAINS % "quacked", shared)
    assert status == "failed"
    assert "Unknown function: 'quack'" in message


def test_an_environment_that_a_stub_has_changed_is_not_for_the_next_file(tmp_path: Path) -> None:
    manifest(tmp_path, "notify { 'duck': }")
    stub = "before { allow(Puppet::Util::Execution).to receive(:execute).and_return('quack') }\n"
    shared = Shared()
    run(tmp_path, "a", stub + CONTAINS % "duck", shared)
    (environments,) = shared._environments.values()
    assert environments == {}


def test_catalogs_of_equal_facts_share_types_in_ruby(tmp_path: Path) -> None:
    (tmp_path / "m/pond/lib/puppet/type").mkdir(parents=True)
    (tmp_path / "m/pond/lib/puppet/type/duck.rb").write_text(
        f"File.write('{tmp_path}/read', Facter.value(:pond), mode: 'a')\n"
        "Puppet::Type.newtype(:duck) { newparam(:name) }\n"
    )
    (tmp_path / "m/pond/manifests").mkdir(parents=True)
    (tmp_path / "m/pond/manifests/init.pp").write_text("class pond($ducks) { duck { $ducks: } }")
    groups = "".join(
        f"""
        context "{pond} {ducks}" do
          let(:facts) {{ {{ pond: '{pond}' }} }}
          let(:params) {{ {{ ducks: '{ducks}' }} }}
          it {{ is_expected.to compile }}
        end"""
        for pond in ("sea", "lake")
        for ducks in ("one", "two")
    )
    assert run(tmp_path, "a", groups, Shared()) == [("passed", "")] * 4
    assert (tmp_path / "read").read_text() == "sealake"


def test_facts_that_a_spec_has_changed_are_other_facts(tmp_path: Path) -> None:
    manifest(tmp_path, "notify { \"${facts['os']['name']} ${facts['many']}\": }")
    groups = """
      held = { os: { 'name' => 'Pond' }, many: 1 }
      let(:facts) { held }
      it { is_expected.to contain_notify('Pond 1') }
      it { held[:os]['name'] = 'Sea'; is_expected.to contain_notify('Sea 1') }
      it { held[:many] = 1.0; is_expected.to contain_notify('Sea 1.0') }
      it { held[:many] = true; is_expected.to contain_notify('Sea true') }
      it { held[:os]['name'] = :Pond; is_expected.to contain_notify('Pond true') }
    """
    assert run(tmp_path, "a", groups, Shared()) == [("passed", "")] * 5
