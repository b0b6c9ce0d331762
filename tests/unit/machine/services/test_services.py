"""Service managers, by how they are called and what they are told."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from duckrow.machine.errors import CommandFailed
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.services.manager import DISABLED, ENABLED, MASKED, UNKNOWN, ServiceState
from duckrow.machine.services.memory import MemoryServiceManager
from duckrow.machine.services.pattern import PatternServices

if TYPE_CHECKING:
    from tests.unit.machine.conftest import Fakes

SHOWN = """Id=duck.service
LoadState=loaded
ActiveState=active
UnitFileState=enabled

Id=goose.service
LoadState=masked
ActiveState=inactive
UnitFileState=masked

Id=none.service
LoadState=not-found
ActiveState=inactive
UnitFileState=
"""


def test_systemd(fakes: Fakes) -> None:
    fakes.tool(
        "systemctl",
        ("show --property=NeedDaemonReload -- duck", "NeedDaemonReload=yes\n", 0),
        ("show --property=NeedDaemonReload*", "NeedDaemonReload=no\n", 0),
        ("show*", SHOWN, 0),
        ("is-active -- duck", "active", 0),
        ("is-active*", "inactive", 3),
        ("is-enabled -- duck", "enabled", 0),
        ("is-enabled -- goose", "masked", 1),
        ("is-enabled -- egg", "disabled", 1),
        ("is-enabled*", "", 1),
        ("list-unit-files*", "duck.service enabled enabled\ngoose.service masked enabled\n", 0),
        ("start -- bad", "Job for bad.service failed.", 1),
        ("cat -- none", "", 1),
    )
    manager = fakes.machine().services.manager("systemd")
    found = manager.states(["duck", "goose", "none"])
    assert (found["duck"].is_running, found["duck"].enabled) == (True, ENABLED)
    assert (found["goose"].is_running, found["goose"].enabled) == (False, MASKED)
    assert not found["none"].is_known
    assert len(fakes.calls) == 1
    assert manager.is_running("duck")
    assert not manager.is_running("goose")
    assert [manager.enabled(name) for name in ("duck", "goose", "egg", "none-such")] == [
        ENABLED,
        MASKED,
        DISABLED,
        UNKNOWN,
    ]
    assert manager.names() == ["duck.service", "goose.service"]
    fakes.calls  # noqa: B018
    manager.start("duck")
    manager.restart("goose")
    manager.enable("duck")
    manager.mask("duck")
    manager.mask("none")
    assert [call for call in fakes.calls if " show " not in call] == [
        "systemctl daemon-reload",
        "systemctl start -- duck",
        "systemctl restart -- goose",
        "systemctl unmask -- duck",
        "systemctl enable -- duck",
        "systemctl cat -- duck",
        "systemctl disable -- duck",
        "systemctl mask -- duck",
        "systemctl cat -- none",
        "systemctl mask -- none",
    ]
    with pytest.raises(CommandFailed, match=r"Job for bad\.service failed"):
        manager.start("bad")


def test_systemd_in_a_scratch_root(fakes: Fakes) -> None:
    fakes.tool("systemctl")
    manager = fakes.machine(fakes.root).services.manager("systemd")
    manager.disable("duck")
    assert fakes.calls == [f"systemctl --root={fakes.root} disable -- duck"]
    assert not manager.is_running("duck")


@pytest.mark.parametrize("name", ["systemd", "openrc", "debian", "redhat", "service", "init"])
def test_nothing_runs_in_a_scratch_root(fakes: Fakes, name: str) -> None:
    for tool in ("systemctl", "rc-service", "rc-update", "service", "update-rc.d", "chkconfig"):
        fakes.tool(tool)
    fakes.tool("duck", path=fakes.root / "etc" / "init.d" / "duck")
    manager = fakes.machine(fakes.root).services.manager(name)
    assert not manager.is_running("duck")
    for act in (manager.start, manager.stop, manager.restart):
        with pytest.raises(OSError, match="nothing runs there"):
            act("duck")
    assert fakes.calls == []


def test_no_process_of_the_host_is_one_of_a_scratch_root(fakes: Fakes) -> None:
    manager = fakes.machine(fakes.root).services.manager("base")
    assert isinstance(manager, PatternServices)
    assert manager.processes(".") == []


def test_init_scripts(fakes: Fakes) -> None:
    scripts = fakes.root / "etc" / "init.d"
    fakes.tool("duck", ("status", "", 3), path=scripts / "duck")
    fakes.tool("goose.sh", path=scripts / "goose.sh")
    (scripts / "README").write_text("read me")
    manager = fakes.managed().services.manager("init")
    assert manager.is_present
    assert manager.names() == ["duck", "goose.sh"]
    assert not manager.is_running("duck")
    manager.start("duck")
    manager.restart("goose")
    assert fakes.calls == ["duck status", "duck start", "goose.sh restart"]
    assert not manager.exists("none")
    assert not manager.exists("../init.d/duck")
    with pytest.raises(FileNotFoundError, match="Could not find init script for 'none'"):
        manager.start("none")


def test_service_with_update_rc(fakes: Fakes) -> None:
    fakes.tool("service", ("duck status", "", 0), ("*status", "", 3))
    fakes.tool("update-rc.d")
    level = fakes.root / "etc" / "rc2.d"
    level.mkdir(parents=True)
    (level / "S20duck").symlink_to("../init.d/duck")
    (level / "K20goose").symlink_to("../init.d/goose")
    manager = fakes.managed().services.manager("service")
    assert manager.is_running("duck")
    assert not manager.is_running("goose")
    assert (manager.enabled("duck"), manager.enabled("goose")) == (ENABLED, DISABLED)
    fakes.calls  # noqa: B018
    manager.stop("duck")
    manager.enable("goose")
    manager.disable("duck")
    assert fakes.calls == [
        "service duck stop",
        "update-rc.d goose defaults",
        "update-rc.d goose enable",
        "update-rc.d duck disable",
    ]


def test_service_with_chkconfig(fakes: Fakes) -> None:
    fakes.tool("service")
    fakes.tool("chkconfig", ("duck", "", 0), ("goose", "", 1))
    manager = fakes.managed().services.manager("service")
    assert (manager.enabled("duck"), manager.enabled("goose")) == (ENABLED, DISABLED)
    manager.enable("goose")
    manager.disable("duck")
    assert fakes.calls[2:] == ["chkconfig --add goose", "chkconfig goose on", "chkconfig duck off"]


def test_openrc(fakes: Fakes) -> None:
    fakes.tool("rc-service", ("duck status", "", 0), ("*status", "", 3), ("--list", "b\na\n", 0))
    shown = "              duck | default\n             goose |\n"
    fakes.tool("rc-update", ("show", shown, 0))
    manager = fakes.machine().services.manager("openrc")
    assert manager.names() == ["a", "b"]
    assert manager.is_running("duck")
    assert (manager.enabled("duck"), manager.enabled("goose")) == (ENABLED, DISABLED)
    fakes.calls  # noqa: B018
    manager.restart("duck")
    manager.enable("goose")
    manager.disable("duck")
    assert fakes.calls == [
        "rc-service duck restart",
        "rc-update -C add goose",
        "rc-update -C del duck --all",
    ]


def test_processes_by_pattern(fakes: Fakes) -> None:
    manager = fakes.machine().services.manager("base")
    assert isinstance(manager, PatternServices)
    manager.patterns["duck"] = r"sleep 4242\d"
    assert not manager.is_running("duck")
    manager.starts["duck"] = ["/bin/sh", "-c", "/bin/sleep 42421 >/dev/null 2>&1 &"]
    manager.start("duck")
    until = time.monotonic() + 10
    while not manager.is_running("duck") and time.monotonic() < until:
        time.sleep(0.01)
    assert manager.is_running("duck")
    manager.stop("duck")
    while manager.is_running("duck") and time.monotonic() < until:
        time.sleep(0.01)
    assert not manager.is_running("duck")
    with pytest.raises(ValueError, match="no command"):
        manager.start("goose")


def test_we_are_no_service(fakes: Fakes) -> None:
    manager = fakes.machine().services.manager("base")
    assert isinstance(manager, PatternServices)
    with subprocess.Popen(["sleep", "60"]) as other:
        found = manager.processes(".")
        assert other.pid in found
        import os

        assert os.getpid() not in found
        assert os.getppid() not in found
        other.kill()


def test_options_are_no_names(fakes: Fakes) -> None:
    for tool in ("systemctl", "service", "rc-service", "rc-update", "update-rc.d"):
        fakes.tool(tool)
    for name in ("systemd", "service", "openrc"):
        manager = fakes.machine().services.manager(name)
        for act in (manager.start, manager.disable):
            with pytest.raises(ValueError, match="not a name"):
                act("--root=/x")
    assert fakes.calls == []


def test_the_manager_of_a_machine(fakes: Fakes) -> None:
    assert fakes.managed().services.default().name == "base"
    (fakes.root / "etc" / "init.d").mkdir(parents=True)
    assert fakes.managed().services.default().name == "init"
    fakes.tool("service")
    assert fakes.managed().services.default().name == "service"
    fakes.tool("systemctl")
    (fakes.root / "run" / "systemd" / "system").mkdir(parents=True)
    assert fakes.managed().services.default().name == "systemd"


def test_services_in_memory() -> None:
    manager = MemoryMachine().services.default()
    assert isinstance(manager, MemoryServiceManager)
    manager.known["duck"] = ServiceState("duck", is_running=False, enabled=DISABLED)
    manager.start("duck")
    manager.enable("duck")
    assert manager.states(["duck"])["duck"].is_running
    assert manager.log == ["start duck", "enable duck"]
    with pytest.raises(OSError, match="not found"):
        manager.start("goose")
