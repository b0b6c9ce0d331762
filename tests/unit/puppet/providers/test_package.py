"""package: what is planned for a state, how it is told, and how tools are called."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from duckrow.machine.machine import Machine
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.packages.memory import MemoryPackages, MemoryPackageTool
from duckrow.machine.packages.package import CONFIGURED, Package
from duckrow.puppet.apply.ral_from_data import ral_from_data
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.puppet.providers.base import Change, ProviderError
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources import find
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.package import BEHAVIOUR
from duckrow.state.report import LogLine
from duckrow.state.run import Run

from ...machine.conftest import Fakes  # noqa: TID252


def wanted(title: str = "pond", provider: str = "apt", **given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, title, given)
    desired.provider = Providers(MemoryMachine()).get("package", provider)
    BEHAVIOUR.fill(desired)
    return desired


def planned(machine: Machine, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


def tool_of(machine: Machine) -> MemoryPackageTool:
    assert isinstance(machine.packages, MemoryPackages)
    return machine.packages.only


@pytest.fixture
def machine() -> MemoryMachine:
    """A machine that could have pond 1.0 and 1.1."""
    machine = MemoryMachine()
    tool_of(machine).offered["pond"] = ["1.1", "1.0"]
    return machine


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(tmp_path)


def have(
    machine: Machine, version: str, state: str | None = None, *, is_held: bool = False
) -> None:
    package = Package("pond", version, is_held=is_held)
    if state is not None:
        package.state = state
    tool_of(machine).books["pond"] = package


@pytest.mark.parametrize(
    ("has", "ensure", "told", "event", "log"),
    [
        (None, "present", "created", "package_installed", ["install pond 1.1"]),
        (None, "installed", "created", "package_installed", ["install pond 1.1"]),
        (None, "1.0", "created", "package_changed", ["install pond 1.0"]),
        (None, "latest", "created", "package_changed", ["install pond 1.1"]),
        ("1.0", "latest", "ensure changed '1.0' to '1.1'", "package_changed", ["install pond 1.1"]),
        ("1.0", "1.1", "ensure changed '1.0' to '1.1'", "package_changed", ["install pond 1.1"]),
        ("1.1", "<1.1", "ensure changed '1.1' to '<1.1'", "package_changed", ["install pond 1.0"]),
        ("1.0", "absent", "removed", "package_removed", ["remove pond"]),
        ("1.0", "purged", "purged", "package_purged", ["purge pond"]),
    ],
)
def test_a_change(
    machine: MemoryMachine, has: str | None, ensure: str, told: str, event: str, log: list[str]
) -> None:
    if has is not None:
        have(machine, has)
    desired = wanted(ensure=ensure)
    (change,) = planned(machine, desired)
    assert tool_of(machine).log == []
    assert (change.message_after(), change.event_name) == (told, event)
    change.carry_out(machine)
    assert tool_of(machine).log == log
    assert planned(machine, desired) == []


@pytest.mark.parametrize(
    ("has", "ensure"),
    [
        ("1.0", "present"),
        ("1.0", "1.0"),
        ("1.1", "latest"),
        ("1.0", ">=1.0 <1.1"),
        ("1.0", ["1.0", "2.0"]),
        (None, "absent"),
        (None, "purged"),
    ],
)
def test_nothing_to_do(machine: MemoryMachine, has: str | None, ensure: Any) -> None:
    if has is not None:
        have(machine, has)
    assert planned(machine, wanted(ensure=ensure)) == []


def test_configuration_that_was_left_is_purged(machine: MemoryMachine) -> None:
    have(machine, "1.0", CONFIGURED)
    assert planned(machine, wanted(ensure="absent")) == []
    (change,) = planned(machine, wanted(ensure="purged"))
    assert (change.old, change.message_after()) == ("absent", "purged")


def test_a_hold(machine: MemoryMachine) -> None:
    have(machine, "1.0")
    (change,) = planned(machine, wanted(mark="hold"))
    assert change.message_after() == "mark changed 'none' to 'hold'"
    change.carry_out(machine)
    assert tool_of(machine).books["pond"].is_held
    assert planned(machine, wanted(mark="hold")) == []


def test_what_is_installed_anew_is_held_if_it_is_to_be(machine: MemoryMachine) -> None:
    (change,) = planned(machine, wanted(mark="hold"))
    change.carry_out(machine)
    assert tool_of(machine).books["pond"].is_held


def test_a_range_that_nothing_meets(machine: MemoryMachine) -> None:
    (change,) = planned(machine, wanted(ensure=">3"))
    with pytest.raises(ProviderError, match="Could not update: No available version"):
        change.carry_out(machine)


def test_the_newest_version_that_nobody_knows_is_a_failure(machine: MemoryMachine) -> None:
    have(machine, "1.0")
    tool_of(machine).offered.clear()
    (change,) = planned(machine, wanted(ensure="latest"))
    with pytest.raises(ProviderError, match="Could not get latest version: Could not find latest"):
        change.carry_out(machine)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"provider": "dpkg", "ensure": "1.0"}, "Provider dpkg must have features 'versionable'"),
        ({"provider": "rpm", "ensure": "purged"}, "'purgeable' to set 'ensure' to 'purged'"),
        ({"ensure": "disabled"}, "Provider apt must have features 'disableable'"),
        ({"install_options": [3]}, "Expected either a string or hash of options"),
        ({"mark": "maybe"}, 'Invalid value "maybe"'),
        ({"mark": "hold", "ensure": "absent"}, 'You cannot use "mark" property while'),
        ({"configfiles": "eat"}, 'Invalid value "eat". Valid values are keep, replace.'),
        ({"name": 3}, "Name must be a String not Integer"),
    ],
)
def test_what_is_rejected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        wanted(**given)


def test_attributes_that_a_provider_does_not_know_are_left_out() -> None:
    desired = wanted(provider="gem", mark="hold", allow_virtual=True)
    assert "mark" not in desired.values
    assert "allow_virtual" not in desired.values


def test_files_that_come_first() -> None:
    desired = wanted(source="/srv/pond.deb", responsefile="/srv/answers")
    assert list(BEHAVIOUR.autorequire(desired)) == [("file", ["/srv/answers", "/srv/pond.deb"])]
    desired = wanted(source="https://example.org/pond.deb")
    assert list(BEHAVIOUR.autorequire(desired)) == [("file", [])]


def test_instances(machine: MemoryMachine) -> None:
    have(machine, "1.0", is_held=True)
    found = dict(wanted().provider.instances(machine))
    assert found == {"pond": {"ensure": "1.0", "mark": "hold"}}


# Tools, as they are called

POLICY = "pond:\n  Candidate: 2\nreed:\n  Candidate: 1\nswan:\n  Candidate: 9\n"


def debian(fakes: Fakes) -> None:
    books = "install installed pond all 1\ninstall installed reed all 1\n"
    fakes.tool("dpkg-query", ("*Provides*", "mallard installed duck (= 1), bird\n", 0))
    fakes.tool(
        "dpkg-query",
        ("*Provides*", "reed installed duck (= 1), bird\n", 0),
        ("*", books, 0),
    )
    for name in ("apt-get", "dpkg", "dpkg-deb", "apt-mark"):
        fakes.tool(name, ("*--set-sel*", "", 0), ("*swan*", "E: no swan", 100))
    fakes.tool("apt-cache", ("*policy*", POLICY, 0), ("*madison*", "pond | 2 | x\n", 0))
    status = fakes.root / "var" / "lib" / "dpkg" / "status"
    status.parent.mkdir(parents=True)
    status.write_text("")


def test_many_packages_are_asked_for_at_once(fakes: Fakes) -> None:
    debian(fakes)
    machine = fakes.machine(fakes.root)
    many = [wanted(name, ensure="latest") for name in ("pond", "reed")]
    many += [wanted("swan", ensure="absent"), wanted("heron", ensure="absent")]
    provider = many[0].provider
    for desired in many:
        desired.provider = provider
    provider.prefetch(machine, many)
    plans = [planned(machine, desired) for desired in many]
    assert [len(plan) for plan in plans] == [1, 0, 0, 0]
    calls = [call.split()[0] for call in fakes.calls]
    assert calls == ["dpkg-query", "apt-cache"]


def test_what_others_install_meanwhile_is_seen(fakes: Fakes) -> None:
    debian(fakes)
    machine = fakes.machine(fakes.root)
    desired = wanted("swan")
    assert len(planned(machine, desired)) == 1
    fakes.tool("dpkg-query", ("*", "install installed swan all 1\n", 0))
    os.utime(fakes.root / "var/lib/dpkg/status", (1, 1))
    assert planned(machine, desired) == []


def test_candidates_are_asked_for_again_when_lists_have_changed(fakes: Fakes) -> None:
    debian(fakes)
    lists = fakes.root / "var" / "lib" / "apt" / "lists"
    lists.mkdir(parents=True)
    machine = fakes.machine(fakes.root)
    desired = wanted("reed", ensure="latest")
    desired.provider.prefetch(machine, [desired])
    assert planned(machine, desired) == []
    fakes.tool("apt-cache", ("*policy*", "reed:\n  Candidate: 3\n", 0))
    os.utime(lists, (1, 1))
    assert len(planned(machine, desired)) == 1


def test_a_name_that_another_package_provides(fakes: Fakes) -> None:
    debian(fakes)
    machine = fakes.machine(fakes.root)
    assert len(planned(machine, wanted("duck"))) == 1
    desired = wanted("duck", allow_virtual=True)
    assert planned(machine, desired) == []
    assert desired.name == "reed"


def test_a_failure_has_all_words_of_the_command(fakes: Fakes) -> None:
    debian(fakes)
    machine = fakes.machine(fakes.root)
    (change,) = planned(machine, wanted("swan"))
    with pytest.raises(
        ProviderError, match=r"Execution of '.*apt-get .*install swan' returned 100"
    ):
        change.carry_out(machine)


def test_options_that_are_secret_are_reported_nowhere(fakes: Fakes) -> None:
    debian(fakes)
    lines: list[LogLine] = []
    options = RunOptions(has_default_schedules=False)
    whole = Run("pond", "test", lines.append, level="debug")
    run = CatalogRun(whole, fakes.machine(fakes.root), options, "pond.pp")
    values = {"provider": "apt", "install_options": [{"--password": "quack7"}, "-o=hush7"]}
    swan = {"type": "Package", "title": "swan", "tags": [], "parameters": values}
    swan["sensitive_parameters"] = ["install_options"]
    data = {"name": "pond", "environment": "test", "resources": [swan], "edges": []}
    run.apply(ral_from_data(data, run.providers, run.log, find))
    assert any("--password=quack7 -o=hush7" in call for call in fakes.calls)
    told = "\n".join(line.message for line in lines) + str(whole.report_data())
    assert "--password=[redacted] [redacted] install swan' returned 100: E: no swan" in told
    assert "quack7" not in told
    assert "hush7" not in told


def test_answers_are_given_before(fakes: Fakes) -> None:
    debian(fakes)
    fakes.tool("debconf-set-selections")
    machine = fakes.machine()
    answers = fakes.root / "answers"
    answers.write_text("swan swan/colour select white\n")
    (change,) = planned(machine, wanted("heron", responsefile=str(answers)))
    change.carry_out(machine)
    calls = [call.split()[0] for call in fakes.calls]
    assert calls.index("debconf-set-selections") < calls.index("apt-get")


def test_no_packages_from_discs(fakes: Fakes) -> None:
    debian(fakes)
    machine = fakes.machine(fakes.root)
    (fakes.root / "etc" / "apt").mkdir(parents=True)
    sources = fakes.root / "etc" / "apt" / "sources.list"
    sources.write_text("deb cdrom:[Pond]/ stable main\n")
    (change,) = planned(machine, wanted("heron"))
    with pytest.raises(ProviderError, match="contains a cdrom source; not installing"):
        change.carry_out(machine)
    (change,) = planned(machine, wanted("heron", allowcdrom=True))
    change.carry_out(machine)
    sources.write_text("# deb cdrom:[Pond]/ stable main\n")
    (change,) = planned(machine, wanted("heron"))
    change.carry_out(machine)


RPMS = "pond 0 1.0 1 noarch\nkernel 0 5.1 1 noarch\nkernel 0 5.2 1 noarch\n"


@pytest.mark.parametrize("provider", ["dnf", "yum"])
def test_dnf_and_yum(fakes: Fakes, provider: str) -> None:
    fakes.tool(
        "rpm",
        ("*-qa*", RPMS, 0),
        ("*whatprovides*mta", "pond 0 1.0 1 noarch\n", 0),
        ("*whatprovides*", "", 1),
    )
    offered = "pond 0 1.1 1 noarch\npond 0 1.0 1 noarch\nreed 0 1 1 noarch\n"
    listed = "pond.noarch 1.1-1 base\npond.noarch 1.0-1 base\nreed.noarch 1-1 base\n"
    fakes.tool(provider, ("*repoquery*", offered, 0), ("*list available*", listed, 0))
    machine = fakes.machine()

    def plan(name: str, **given: Any) -> list[Change]:
        return planned(machine, wanted(name, provider, **given))

    assert plan("pond") == []
    assert plan("mta") == []
    assert plan("pond", ensure="1.0") == []
    assert plan("pond", ensure="<1.1") == []
    assert plan("kernel", ensure="5.1-1", install_only=True) == []
    assert [change.message_after() for change in plan("pond", ensure="latest")] == [
        "ensure changed '1.0-1' to '0:1.1-1'"
    ]
    fakes.calls  # noqa: B018
    (change,) = plan("reed", install_options=["--nogpgcheck", {"--enablerepo": "lake"}])
    change.carry_out(machine)
    (change,) = plan("kernel", ensure="5.0-1", install_only=True)
    with pytest.raises(ProviderError, match=r"got version 5\.1-1; 5\.2-1 instead"):
        change.carry_out(machine)
    (change,) = plan("kernel", ensure="absent")
    change.carry_out(machine)
    (change,) = plan("pond", ensure="absent")
    change.carry_out(machine)
    (change,) = plan("pond", ensure="purged")
    change.carry_out(machine)
    calls = [call for call in fakes.calls if " -q" not in call or "-y" in call]
    assert calls == [
        f"{provider} -q -y --nogpgcheck --enablerepo=lake install reed",
        f"{provider} -q -y install kernel-5.0-1",
        "rpm -e kernel-5.1-1 kernel-5.2-1",
        "rpm -e pond",
        f"{provider} -q -y remove pond",
    ]


def test_zypper_and_apk(fakes: Fakes) -> None:
    fakes.tool("rpm", ("*-qa*", RPMS, 0), ("*", "", 1))
    fakes.tool("zypper", ("*search*", "v | pond | package | 1.1-1 | noarch | main\n", 0))
    policy = "pond policy:\n  1.0-r0:\n    lib/apk/db/installed\n  1.1-r0:\n    http://x\n"
    fakes.tool("apk", ("*policy*", policy, 0), ("info*", "pond-1.0-r0\n", 0))
    machine = fakes.machine()
    (change,) = planned(machine, wanted("pond", "zypper", ensure="latest"))
    assert change.message_after() == "ensure changed '1.0-1' to '1.1-1'"
    (change,) = planned(machine, wanted("pond", "apk", ensure="latest"))
    assert change.message_after() == "ensure changed '1.0-r0' to '1.1-r0'"
    fakes.calls  # noqa: B018
    (change,) = planned(machine, wanted("reed", "zypper"))
    change.carry_out(machine)
    (change,) = planned(machine, wanted("pond", "apk", ensure="absent"))
    change.carry_out(machine)
    changes = [call for call in fakes.calls if " install " in call or " del " in call]
    assert [change.rpartition(" ")[2] for change in changes] == ["reed", "pond"]


def test_packages_of_languages(fakes: Fakes) -> None:
    fakes.tool(
        "pip",
        ("*list*", "Pond_Life==1.0rc1\n", 0),
        ("*index*", "Available versions: 1.1, 1.0\n", 0),
    )
    fakes.tool(
        "gem", ("list*", "pond (1.2.5, default: 1.0)\n", 0), ("search*", "pond (2.0, 1.3)\n", 0)
    )
    fakes.tool("npm", ("list*", '{"dependencies": {"pond": {"version": "1.0"}}}', 0))
    fakes.tool(
        "snap", ("list*", "Name Version Rev Tracking Publisher Notes\npond 1 2 x y held\n", 0)
    )
    machine = fakes.machine()
    assert planned(machine, wanted("pond-life", "pip", ensure="<1.0")) == []
    assert len(planned(machine, wanted("pond-life", "pip", ensure=">=1.0"))) == 1
    assert planned(machine, wanted("pond", "gem", ensure="~> 1.2.1")) == []
    assert planned(machine, wanted("pond", "gem", ensure="1.0")) == []
    (change,) = planned(machine, wanted("pond", "gem", ensure=">= 1.3, < 2"))
    assert change.message_after() == "ensure changed ['1.2.5', '1.0'] to '>= 1.3, < 2'"
    fakes.calls  # noqa: B018
    with pytest.raises(ProviderError, match=r"Failed to update to version 1\.3"):
        change.carry_out(machine)
    (change,) = planned(machine, wanted("pond", "npm", ensure="absent"))
    change.carry_out(machine)
    (change,) = planned(machine, wanted("pond", "snap", mark="none"))
    change.carry_out(machine)
    changes = [call for call in fakes.calls if not {"list", "search"} & set(call.split()[1:2])]
    assert changes == [
        "gem install --no-document -v 1.3 pond",
        "npm uninstall --global pond",
        "snap refresh --unhold pond",
    ]


def test_a_command_of_one_own(fakes: Fakes, tmp_path: Path) -> None:
    own = tmp_path / "venv" / "pip"
    fakes.tool("pip", ("*list*", "", 0))
    fakes.tool("own", ("*list*", "pond==3\n", 0), path=own)
    machine = fakes.machine()
    assert planned(machine, wanted("pond", "pip", command=str(own), ensure="3")) == []
    assert len(planned(machine, wanted("pond", "pip", ensure="3"))) == 1
    with pytest.raises(ProviderError, match="package command '/none' does not exist on this host"):
        planned(machine, wanted("pond", "pip", command="/none"))


@pytest.mark.parametrize(
    ("release", "expected"),
    [("ID=debian\n", "apt"), ('ID=rocky\nID_LIKE="rhel centos fedora"\n', "dnf"), ("", "dnf")],
)
def test_the_provider_of_a_machine(fakes: Fakes, release: str, expected: str) -> None:
    for name in ("apt-get", "apt-cache", "dpkg", "dpkg-query", "dnf", "rpm"):
        fakes.tool(name)
    (fakes.root / "etc").mkdir()
    (fakes.root / "etc" / "os-release").write_text(release)
    found = Providers(fakes.machine(fakes.root)).default(BEHAVIOUR)
    assert found is not None
    assert found.name == expected


MODULES = """Name Stream Profiles Summary
pond 1 [e] common [d] water
reed 2 [d][e] client, server [i], x grass
swan 3 [x] common bird
heron 4 common bird
"""


def test_modules_of_dnf(fakes: Fakes) -> None:
    fakes.tool(
        "dnf", ("*list*", MODULES, 0), ("*install*heron", "missing groups or modules: heron", 1)
    )
    machine = fakes.machine()

    def plan(name: str, **given: Any) -> list[Change]:
        return planned(machine, wanted(name, "dnfmodule", **given))

    given: dict[str, Any]
    for name, given in (
        ("pond", {"ensure": "1"}),
        ("reed", {"flavor": "server"}),
        ("swan", {"ensure": "disabled"}),
        ("heron", {"ensure": "absent"}),
    ):
        assert plan(name, **given) == []
    fakes.calls  # noqa: B018
    for name, given in (
        ("pond", {"ensure": "2"}),
        ("reed", {"flavor": "client"}),
        ("heron", {}),
        ("heron", {"ensure": "4", "enable_only": True}),
        ("pond", {"ensure": "disabled"}),
    ):
        (change,) = plan(name, **given)
        change.carry_out(machine)
    calls = [call.replace(" -d 0 -e 1 -y", "") for call in fakes.calls if "list" not in call]
    assert calls == [
        "dnf module remove pond",
        "dnf module reset pond",
        "dnf module install pond:2",
        "dnf module remove reed",
        "dnf module reset reed",
        "dnf module install reed/client",
        "dnf module install heron",
        "dnf module enable heron",
        "dnf module enable heron:4",
        "dnf module disable pond",
    ]
    with pytest.raises(ResourceError, match="Cannot have both `enable_only => true` and `flavor`"):
        wanted("reed", "dnfmodule", flavor="x", enable_only=True)


def test_providers_of_other_systems_are_no_mistakes() -> None:
    providers = Providers(MemoryMachine())
    found = providers.get("package", "pacman")
    assert found is not None
    assert not providers.is_suitable(found)
    assert providers.get("package", "nest") is None
    assert providers.get("package", "common") is None


def test_a_newer_version_is_no_correction(machine: MemoryMachine) -> None:
    desired = wanted(ensure="latest")
    assert desired.provider.is_in_sync(desired, "ensure", "1.0", "latest")
    assert not desired.provider.is_in_sync(desired, "ensure", "purged", "latest")


@pytest.mark.parametrize("name", ["pip", "gem", "npm", "snap", "dnfmodule"])
def test_tools_that_know_no_other_root_keep_out(fakes: Fakes, name: str) -> None:
    fakes.tool("dnf" if name == "dnfmodule" else name)
    for machine, expected in ((fakes.machine(), True), (fakes.machine(fakes.root), False)):
        provider = Providers(machine).get("package", name)
        assert provider is not None
        assert provider.is_suitable(machine) == expected


def test_sources(fakes: Fakes) -> None:
    for name in ("pip", "gem", "rpm"):
        fakes.tool(name)
    machine = fakes.machine()
    for provider, source in (
        ("pip", "git+https://example.org/pond"),
        ("pip", "/srv/pond.whl"),
        ("gem", "https://example.org"),
        ("gem", "file:///srv/pond.gem"),
        ("gem", "/srv/pond.gem"),
        ("rpm", "/srv/pond.rpm"),
    ):
        (change,) = planned(machine, wanted("pond", provider, source=source))
        change.carry_out(machine)
    calls = [call for call in fakes.calls if " install " in call or " -i " in call]
    assert [
        call.rpartition(" -q ")[2].removeprefix("gem install --no-document ") for call in calls
    ] == [
        "git+https://example.org/pond#egg=pond",
        "/srv/pond.whl",
        "--source https://example.org pond",
        "/srv/pond.gem",
        "/srv/pond.gem",
        "rpm -i /srv/pond.rpm",
    ]
