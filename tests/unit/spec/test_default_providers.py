"""The provider of packages that name none, as rspec-puppet 5 with Puppet 7.23 has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.spec.default_providers import ExampleProviders, default_of_packages
from duckrow.spec.runner import Job, run_file

if TYPE_CHECKING:
    from pathlib import Path

SPEC = """
describe 'pond' do
  let(:pre_condition) do
    <<-PUPPET
    class pond {
      package { 'pond': ensure => latest }
      package { 'module': name => 'pond', provider => 'dnfmodule' }
    }
    PUPPET
  end

  context 'without older facts' do
    let(:facts) { { 'os' => { 'family' => 'RedHat' } } }
    it { is_expected.not_to compile }
    it { is_expected.to contain_package('module') }
    it { is_expected.not_to contain_package('module').that_requires('Package[pond]') }
  end

  context 'with older facts' do
    let(:facts) { { osfamily: 'RedHat', operatingsystemmajrelease: '8' } }
    it { is_expected.to compile }
  end
end
"""


@pytest.mark.parametrize(
    ("system", "family", "major", "name"),
    [
        ("Debian", "Debian", "12", "apt"),
        ("CentOS", "RedHat", "7", "yum"),
        ("Rocky", "RedHat", "9", "dnf"),
        ("Fedora", "RedHat", "39", "dnf"),
        ("Amazon", "RedHat", "2", "dnf"),
        ("SLES", "Suse", "15", "zypper"),
        ("FreeBSD", "FreeBSD", "14", "pkgng"),
        ("Darwin", "Darwin", "23", "dnfmodule"),
    ],
)
def test_the_default_follows_from_facts(system: str, family: str, major: str, name: str) -> None:
    facts = {
        "operatingsystem": system,
        "osfamily": family,
        "operatingsystemmajrelease": major,
    }
    assert default_of_packages(facts) == name


def test_packages_of_one_name_and_provider_do_not_compile(tmp_path: Path) -> None:
    (tmp_path / "spec" / "classes").mkdir(parents=True)
    file = tmp_path / "spec" / "classes" / "pond_spec.rb"
    file.write_text(SPEC)
    result = run_file(Job(str(file), str(tmp_path), []))
    assert result.errors == []
    assert [(each.status, each.message) for each in result.examples] == [("passed", "")] * 4


# What the reference's own providers can do; those of a parent are not inherited.
FEATURES = {
    "apt": "holdable install_options installable purgeable uninstallable upgradeable versionable "
    "virtual_packages",
    "aptitude": "holdable installable purgeable uninstallable upgradeable versionable",
    "dnf": "install_only install_options installable purgeable uninstallable upgradeable "
    "versionable virtual_packages",
    "dnfmodule": "disableable installable purgeable supports_flavors uninstallable upgradeable "
    "versionable",
    "dpkg": "holdable installable purgeable uninstallable upgradeable virtual_packages",
    "gem": "install_options installable targetable uninstall_options uninstallable upgradeable "
    "version_ranges versionable",
    "pip3": "install_options installable targetable uninstallable upgradeable versionable",
    "pkgdmg": "installable",
    "puppet_gem": "install_options installable uninstall_options uninstallable upgradeable "
    "versionable",
    "rpm": "install_only install_options installable uninstall_options uninstallable upgradeable "
    "versionable virtual_packages",
    "tdnf": "install_options installable purgeable uninstallable upgradeable versionable "
    "virtual_packages",
    "windows": "install_options installable uninstall_options uninstallable versionable",
    "yum": "install_only install_options installable purgeable uninstallable upgradeable "
    "versionable virtual_packages",
    "zypper": "install_options installable uninstallable upgradeable versionable virtual_packages",
}


@pytest.mark.parametrize("name", FEATURES)
def test_providers_have_the_features_of_the_reference(name: str) -> None:
    provider = ExampleProviders(LocalMachine(), {}).get("package", name)
    assert provider is not None
    assert provider.features == frozenset(FEATURES[name].split())
