from duckrow.testing import CFEngine, PolicyRun


def test_a_quiet_day(cfengine: CFEngine) -> None:
    run: PolicyRun = cfengine.run(
        "shore.cf", files={"/etc/motd": "old\n", "/etc/feeder.crowd": None}
    )
    assert "crowded" not in run.classes
    assert run.variables["main.greeting"] == "Welcome to the shore."
    assert run.promise("files", "/etc/motd").outcome == "repaired"
    assert run.files["/etc/motd"].content == "Welcome to the shore.\n"
    assert run.promise("commands", "/usr/bin/close-the-gate").outcome == "skipped"


def test_a_crowd(cfengine: CFEngine) -> None:
    run = cfengine.run("shore.cf", files={"/etc/feeder.crowd": "crowded\n"})
    assert "crowded" in run.classes
    assert run.files["/etc/motd"].content == "The shore is full.\n"
