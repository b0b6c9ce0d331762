"""service: what is planned for a state, how it is told, and how managers are called."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.machine.machine import Machine
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.services.manager import DISABLED, ENABLED, MASKED, ServiceState
from duckrow.machine.services.memory import MemoryServiceManager, MemoryServices
from duckrow.puppet.providers.base import Change, ProviderError
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.providers.service.base import Base
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.service import BEHAVIOUR

from ...machine.conftest import Fakes  # noqa: TID252


def wanted(title: str = "pond", provider: str = "systemd", **given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, title, given)
    desired.provider = Providers(MemoryMachine()).get("service", provider)
    BEHAVIOUR.fill(desired)
    return desired


def planned(machine: Machine, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(tmp_path)


def manager_of(machine: MemoryMachine) -> MemoryServiceManager:
    assert isinstance(machine.services, MemoryServices)
    return machine.services.only


def machine_with(enabled: str = DISABLED, *, is_running: bool = False) -> MemoryMachine:
    machine = MemoryMachine()
    state = ServiceState("pond", is_running=is_running, enabled=enabled)
    manager_of(machine).known["pond"] = state
    return machine


@pytest.mark.parametrize(
    ("is_running", "enabled", "given", "told", "log"),
    [
        (
            False,
            DISABLED,
            {"ensure": "running"},
            ["ensure changed 'stopped' to 'running'"],
            "start",
        ),
        (True, DISABLED, {"ensure": False}, ["ensure changed 'running' to 'stopped'"], "stop"),
        (
            True,
            DISABLED,
            {"ensure": True, "enable": True},
            ["enable changed 'false' to 'true'"],
            "enable",
        ),
        (False, ENABLED, {"enable": False}, ["enable changed 'true' to 'false'"], "disable"),
        (False, ENABLED, {"enable": "mask"}, ["enable changed 'true' to 'mask'"], "mask"),
        (False, MASKED, {"enable": "mask"}, [], ""),
        (False, MASKED, {"enable": False}, [], ""),
        (True, ENABLED, {"ensure": "running", "enable": True}, [], ""),
        # What changes with `ensure` is not told.
        (
            False,
            DISABLED,
            {"ensure": "running", "enable": True},
            ["ensure changed 'stopped' to 'running'"],
            "start enable",
        ),
    ],
)
def test_a_change(
    is_running: bool, enabled: str, given: dict[str, Any], told: list[str], log: str
) -> None:
    machine = machine_with(enabled, is_running=is_running)
    desired = wanted(**given)
    changes = planned(machine, desired)
    assert [change.message_after() for change in changes] == told
    assert manager_of(machine).log == []
    for change in changes:
        change.carry_out(machine)
    assert manager_of(machine).log == [f"{word} pond" for word in log.split()]
    assert planned(machine, desired) == []


def test_events() -> None:
    machine = machine_with()
    (change,) = planned(machine, wanted(ensure="running"))
    assert (change.event_name, change.drops_refreshes) == ("service_started", True)
    (change,) = planned(machine, wanted(enable=True))
    assert (change.event_name, change.drops_refreshes) == ("service_enabled", False)


@pytest.mark.parametrize("is_running", [True, False])
def test_only_what_runs_is_restarted(is_running: bool) -> None:
    machine = machine_with(is_running=is_running)
    desired = wanted()
    desired.provider.refresh(machine, desired)
    assert manager_of(machine).log == (["restart pond"] if is_running else [])


def test_a_status_that_nobody_manages_is_not_asked_for() -> None:
    desired = wanted(enable=True)
    assert "ensure" not in desired.provider.read(machine_with(), desired)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ensure": "flying"}, 'Invalid value "flying". Valid values are stopped, running.'),
        ({"enable": "manual"}, "Provider systemd must have features 'manual_startable'"),
        ({"enable": "delayed"}, "to set 'enable' to 'delayed'"),
        ({"hasstatus": "x"}, 'Invalid value "x". Valid values are true, false.'),
    ],
)
def test_what_is_rejected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        wanted(**given)


def test_masks_are_not_for_all() -> None:
    with pytest.raises(ResourceError, match="Provider debian must have features 'maskable'"):
        wanted(provider="debian", enable="mask")


def test_defaults() -> None:
    desired = wanted(provider="init", binary="/usr/sbin/pondd")
    assert desired["path"] == ["/etc/init.d"]
    assert desired["pattern"] == "/usr/sbin/pondd"
    assert wanted(provider="init", path="/a:/b")["path"] == ["/a", "/b"]


def systemd(fakes: Fakes, said: str, status: int) -> None:
    fakes.tool(
        "systemctl",
        ("is-active*", "inactive", 3),
        ("is-enabled*", said, status),
        ("show*", "NeedDaemonReload=yes\n", 0),
        ("start -- bad", "Job failed.", 1),
        ("enable -- bad", "No such unit", 1),
    )


@pytest.mark.parametrize(
    ("said", "status", "enable", "count"),
    [
        ("enabled", 0, True, 0),
        ("static", 0, False, 0),
        ("static", 0, "mask", 1),
        ("indirect", 0, True, 0),
        ("linked", 1, True, 1),
        ("masked", 1, "mask", 0),
        ("masked", 1, False, 0),
        ("", 1, False, 0),
        ("", 1, True, 1),
    ],
)
def test_what_systemd_says(fakes: Fakes, said: str, status: int, enable: Any, count: int) -> None:
    systemd(fakes, said, status)
    assert len(planned(fakes.machine(), wanted(enable=enable))) == count


def test_systemd(fakes: Fakes) -> None:
    systemd(fakes, "disabled", 1)
    fakes.tool("journalctl", ("*", "no eggs\n", 0))
    machine = fakes.machine()
    (change,) = planned(machine, wanted(ensure="running"))
    change.carry_out(machine)
    assert [call for call in fakes.calls if "show" not in call] == [
        "systemctl is-active -- pond",
        "systemctl daemon-reload",
        "systemctl unmask -- pond",
        "systemctl start -- pond",
    ]
    (change,) = planned(machine, wanted("bad", ensure="running"))
    with pytest.raises(ProviderError) as caught:
        change.carry_out(machine)
    assert str(caught.value) == "Systemd start for bad failed!\njournalctl log for bad:\nno eggs\n"
    (change,) = planned(machine, wanted("bad", enable=True))
    with pytest.raises(ProviderError, match="Could not enable bad: "):
        change.carry_out(machine)


def test_scripts(fakes: Fakes) -> None:
    fakes.tool("pond", ("status", "", 3), ("stop", "", 0), path=fakes.root / "own" / "pond")
    machine = fakes.managed()
    given = {"provider": "init", "path": "/none:/own"}
    (change,) = planned(machine, wanted(ensure="running", **given))
    change.carry_out(machine)
    assert fakes.calls == ["pond status", "pond start"]
    with pytest.raises(OSError, match="Could not find init script for 'swan'"):
        planned(machine, wanted("swan", ensure="running", **given))
    fakes.tool("pond", ("start", "no eggs", 1), path=fakes.root / "own" / "pond")
    desired = wanted(**given)
    with pytest.raises(
        ProviderError,
        match=r"Could not start Service\[pond\]: Execution of '.*pond start' returned 1: no eggs",
    ):
        desired.provider.refresh(machine, desired)
    assert fakes.calls == ["pond status", "pond stop", "pond start"]
    desired = wanted(hasrestart=True, **given)
    desired.provider.refresh(machine, desired)
    assert fakes.calls == ["pond status", "pond restart"]


def test_debian(fakes: Fakes) -> None:
    fakes.tool("service", ("pond status", "", 3))
    fakes.tool("update-rc.d")
    fakes.tool("invoke-rc.d", ("*pond start", "", 101), ("*reed start", "", 104))
    (fakes.root / "etc" / "init.d").mkdir(parents=True)
    machine = fakes.managed()
    assert planned(machine, wanted("reed", "debian", enable=True)) == []
    (change,) = planned(machine, wanted("pond", "debian", enable=True))
    fakes.calls  # noqa: B018
    change.carry_out(machine)
    assert fakes.calls == ["update-rc.d -f pond remove", "update-rc.d pond defaults"]
    (change,) = planned(machine, wanted("reed", "debian", enable=False))
    change.carry_out(machine)
    assert fakes.calls[-1] == "update-rc.d reed disable"
    for level in "2345":
        directory = fakes.root / "etc" / f"rc{level}.d"
        directory.mkdir()
        (directory / "S20pond").symlink_to("../init.d/pond")
    assert planned(machine, wanted("pond", "debian", enable=True)) == []


def test_red_hat_and_openrc(fakes: Fakes) -> None:
    fakes.tool("service", ("* status", "", 3))
    fakes.tool("chkconfig", ("pond", "pond  off", 0), ("*reed on", "no reed", 1), ("reed", "", 1))
    fakes.tool("rc-service", ("* status", "", 3))
    fakes.tool("rc-update", ("show", "  pond | default\n", 0))
    machine = fakes.machine()
    for provider in ("redhat", "openrc"):
        (change,) = planned(machine, wanted("pond", provider, ensure="running"))
        change.carry_out(machine)
    assert fakes.calls[1::2] == ["service pond start", "rc-service pond start"]
    (change,) = planned(machine, wanted("reed", "redhat", enable=True))
    with pytest.raises(ProviderError, match="Could not enable reed: Execution of"):
        change.carry_out(machine)
    (change,) = planned(machine, wanted("pond", "redhat", enable=True))
    (change,) = planned(machine, wanted("pond", "openrc", enable=False))
    change.carry_out(machine)
    assert fakes.calls[-1] == "rc-update -C del pond --all"


def test_commands_of_one_own(tmp_path: Path) -> None:
    machine = LocalMachine(str(tmp_path))
    flag = tmp_path / "flag"
    desired = wanted(
        provider="base",
        ensure="running",
        start=f"echo x > {flag}",
        stop=f"rm {flag}",
        status=f"test -e {flag}",
    )
    (change,) = planned(machine, desired)
    change.carry_out(machine)
    assert flag.exists()
    assert planned(machine, desired) == []
    desired.provider.refresh(machine, desired)
    assert flag.exists()
    desired = wanted(
        provider="base", ensure="running", start="echo no eggs; exit 3", status="false"
    )
    (change,) = planned(machine, desired)
    with pytest.raises(
        ProviderError,
        match=r"Execution of 'echo no eggs; exit 3' returned 3: no eggs",
    ):
        change.carry_out(machine)
    (change,) = planned(machine, wanted(provider="base", ensure="running", status="false"))
    with pytest.raises(ProviderError, match="Services must specify a start command or a binary"):
        change.carry_out(machine)


def test_secrets_of_commands_are_not_reported(tmp_path: Path) -> None:
    given = {"ensure": "running", "start": "echo pass: hush; false", "status": "false"}
    desired = Desired(BEHAVIOUR, "pond", given, sensitive=("start",))
    desired.provider = Base()
    BEHAVIOUR.fill(desired)
    machine = LocalMachine(str(tmp_path))
    (change,) = planned(machine, desired)
    with pytest.raises(ProviderError) as caught:
        change.carry_out(machine)
    assert "hush" not in str(caught.value)


def test_a_real_process() -> None:
    """A process that we start is found by its command line, and stopped by a signal."""
    machine = LocalMachine()
    mark = f"471{os.getpid()}"
    process = subprocess.Popen(["/bin/sleep", mark])
    try:
        desired = wanted(provider="base", ensure="stopped", pattern=f"sleep {mark}")
        until = time.monotonic() + 10
        while not planned(machine, desired) and time.monotonic() < until:
            time.sleep(0.01)
        (change,) = planned(machine, desired)
        change.carry_out(machine)
        assert process.wait(10) == -signal.SIGTERM
        assert planned(machine, desired) == []
    finally:
        process.kill()
        process.wait()


def test_a_daemon_outlives_the_command_that_starts_it(tmp_path: Path) -> None:
    machine = LocalMachine()
    mark = f"472{os.getpid()}"
    number = tmp_path / "pid"
    desired = wanted(
        provider="base",
        ensure="running",
        pattern=f"sleep {mark}",
        start=f"/bin/sleep {mark} & echo $! > {number}",
    )
    (change,) = planned(machine, desired)
    change.carry_out(machine)
    try:
        until = time.monotonic() + 10
        while planned(machine, desired) and time.monotonic() < until:
            time.sleep(0.01)
        assert planned(machine, desired) == []
    finally:
        os.kill(int(number.read_text()), signal.SIGKILL)


def test_instances() -> None:
    machine = machine_with(ENABLED, is_running=True)
    found = dict(wanted().provider.instances(machine))
    assert found == {"pond": {"ensure": "running", "enable": "true"}}


def test_the_provider_of_a_machine(fakes: Fakes) -> None:
    machine = fakes.managed()

    def default() -> str:
        found = Providers(machine).default(BEHAVIOUR)
        assert found is not None
        return found.name

    assert default() == "base"
    (fakes.root / "etc" / "init.d").mkdir(parents=True)
    assert default() == "init"
    for name in ("service", "update-rc.d", "invoke-rc.d"):
        fakes.tool(name)
    assert default() == "debian"
    fakes.tool("systemctl")
    (fakes.root / "run" / "systemd" / "system").mkdir(parents=True)
    assert default() == "systemd"
