"""Providers and types of duckrow that Ruby code asks for; the answers are those of Puppet 7.23."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.unit import load_ruby

FACTS = {"kernel": "Linux", "os": {"family": "Debian", "name": "Debian"}, "osfamily": "Debian"}


def run(code: str, root: str = "/") -> object:
    host = MachineHost(LocalMachine(root), (), lambda *_: None, lambda: FACTS, {})
    return load_ruby(code.encode(), "x.rb").run(host.interpreter(), None)


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    (tmp_path / "a").chmod(0o640)
    made = run(f"""
        type = Puppet::Type.type(:file)
        one = type.new(path: "{tmp_path}/a", mode: "0600")
        [one.retrieve.to_hash, type.new(path: "{tmp_path}/b").retrieve[:ensure]].inspect
    """)
    assert made == f'[{{:path=>"{tmp_path}/a", :ensure=>:file, :mode=>"0640"}}, :absent]'


def test_an_account_is_read_by_its_provider(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("duck:x:7:8:Donald:/pond:/bin/sh\n")
    (tmp_path / "etc/group").write_text("pond:x:8:\n")
    made = run(
        """
        user = Puppet::Type.type(:user).new(name: "duck")
        [user.provider.uid, user.provider.comment, user.provider.exists?,
         Puppet::Type.type(:user).new(name: "goose").provider.exists?,
         user.provider.class.name.to_s, Puppet::Type.type(:group).new(name: "pond").provider.gid]
        """,
        str(tmp_path),
    )
    assert made == [7, "Donald", True, False, "useradd", 8]


def test_a_type_lists_its_resources(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("duck:x:7:8:Donald:/pond:/bin/sh\n")
    (tmp_path / "etc/group").write_text("pond:x:8:\n")
    (tmp_path / "etc/hosts").write_text("10.0.0.1\tpond\n")
    made = run(
        """
        types = [:user, :group, :host].map { |t| Puppet::Type.type(t) }
        names = types.map { |t| t.instances.map { |r| r[:name] } }
        one = Puppet::Type.type(:user).instances.first
        [names, one.to_s, one.provider.uid, one.retrieve[:comment]]
        """,
        str(tmp_path),
    )
    assert made == [[["duck"], ["pond"], ["pond"]], "User[duck]", 7, "Donald"]


def test_types_without_a_list() -> None:
    made = run("""
        none = [:file, :exec, :tidy].map { |t| Puppet::Type.type(t).instances }
        begin
          Puppet::Type.type(:notify).instances
        rescue Puppet::DevError => e
          [none, e.message]
        end
    """)
    assert made == [[[], [], []], "notify has no providers and has not overridden 'instances'"]


def test_a_provider_that_cannot_list_says_so() -> None:
    made = run("""
        begin
          Puppet::Type.type(:file).provider(:posix).instances
        rescue Puppet::Error => e
          e.message
        end
    """)
    assert made == "posix cannot list what there is"


def test_a_host_is_changed_by_its_provider(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    hosts = tmp_path / "etc/hosts"
    hosts.write_text("10.0.0.1\tpond\n")
    run(
        """
        Puppet::Type.type(:host).new(name: "pond").provider.ip = "10.0.0.2"
        Puppet::Type.type(:host).new(name: "lake", ip: "10.0.0.3").provider.destroy
        """,
        str(tmp_path),
    )
    assert hosts.read_text().splitlines()[-1] == "10.0.0.2\tpond"


def test_a_provider_that_duckrow_has_is_a_class() -> None:
    made = run("""
        package = Puppet::Type.type(:package)
        [package.provider(:apt).name, package.provider(:nothing),
         Puppet::Type.type(:service).new(name: "x", provider: "systemd").provider.class.to_s
        ].inspect
    """)
    assert made == '[:apt, nil, "Puppet::Type::Service::ProviderSystemd"]'


@pytest.mark.parametrize("parent", [":gem", "Puppet::Type.type(:package).provider(:gem)", "'gem'"])
def test_such_a_provider_is_no_parent(parent: str) -> None:
    with pytest.raises(UnsupportedError, match="the provider gem of package"):
        run(f"Puppet::Type.type(:package).provide(:mine, parent: {parent})")


def test_a_service_is_started_and_stopped() -> None:
    made = run("""
        file = "/tmp/duckrow-native-#{rand(10**12)}"
        service = Puppet::Type.type(:service).new(
          name: "pond", provider: "base", start: "/bin/touch #{file}", stop: "/bin/rm #{file}",
          status: "/usr/bin/test -e #{file}")
        seen = [service.provider.status]
        service.provider.start
        seen << service.provider.status << File.exist?(file)
        service.provider.stop
        (seen << service.provider.status << File.exist?(file)).inspect
    """)
    assert made == "[:stopped, :running, true, :stopped, false]"
