"""The masterfiles of CFEngine on hosts of their own: bootstrap, update and policy runs.

The same is done with the real tools, with ours, and with both mixed. What ours print, and the files
that they leave, has to be what the real ones do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.framework.boxes import (
    HUB,
    OURS,
    REAL,
    WORK,
    Box,
    connect,
    why_not_framework,
)

pytestmark = pytest.mark.skipif(bool(why_not_framework()), reason=why_not_framework() or "boxes")

Outcome = tuple[int, str]
DAEMONS = ["cf-execd", "cf-monitord", "cf-serverd"]
# What differs from run to run, and where each of the two keeps its own state.
_CHANGING = re.compile(r"MD5=[0-9a-f]{32}")
_OWN_STATE = re.compile(
    r"/state/(.*\.lmdb.*|cf_.*procs|static_data|ts_key|diff|previous_state|untracked|duckrow\.db.*"
    r"|run\.lock.*|cf-execd_log_facility\.dat|cf-execd\.sockets.*|cf_(in|out)coming.*|cf_users"
    r"|cf_(in|out)going.*|env_data|.*_validated|nova_.*)$"
    r"|/(bootstrap\.log|cf-[a-z]+\.pid|promise_summary\.log|randseed|bootstrap_id\.dat)$"
    r"|/ppkeys/|/failsafe\.cf$|/cf_promises_release_id\.cfsaved$|/cf_promises_validated$"
    r"|/lastseen|/outputs/"
)


class Site:
    """A policy server and a client, both bootstrapped."""

    def __init__(self, hub: Box, client: Box, hub_tools: str, client_tools: str) -> None:
        self.hub, self.client = hub, client
        connect(hub, client)
        hub.install(hub_tools)
        client.install(client_tools)
        for box in (hub, client):
            assert box.run("cf-key").returncode == 0
        self.hub_outcome = bootstrap(hub)
        self.client_outcome = bootstrap(client)


def bootstrap(box: Box, server: str = HUB, *words: str) -> Outcome:
    done = box.run("cf-agent", "--bootstrap", server, *words)
    return done.returncode, _CHANGING.sub("MD5=KEY", done.stdout)


def site_of(hub_tools: str, client_tools: str) -> Iterator[Site]:
    with Box("hub") as hub, Box("pond") as client:
        yield Site(hub, client, hub_tools, client_tools)


@pytest.fixture(scope="module")
def real() -> Iterator[Site]:
    yield from site_of(REAL, REAL)


@pytest.fixture(scope="module")
def ours() -> Iterator[Site]:
    yield from site_of(OURS, OURS)


def files_of(box: Box) -> dict[str, list[Any]]:
    found = box.files(WORK)
    return {path: facts for path, facts in found.items() if not _OWN_STATE.search(path)}


def daemons_of(box: Box) -> list[str]:
    return sorted(each.split()[0].rpartition("/")[2] for each in box.processes())


@pytest.mark.reference
def test_policy_server(real: Site, ours: Site) -> None:
    assert ours.hub_outcome == real.hub_outcome
    assert ours.hub_outcome[0] == 0
    assert "R: This host assumes the role of policy server" in ours.hub_outcome[1]
    assert daemons_of(ours.hub) == daemons_of(real.hub) == DAEMONS


@pytest.mark.reference
def test_client(real: Site, ours: Site) -> None:
    assert ours.client_outcome == real.client_outcome
    assert "notice: Bootstrap to '10.9.0.1' completed successfully!" in ours.client_outcome[1]
    assert daemons_of(ours.client) == daemons_of(real.client) == DAEMONS


@pytest.mark.reference
@pytest.mark.parametrize("role", ["hub", "client"])
def test_files(real: Site, ours: Site, role: str) -> None:
    theirs, found = files_of(getattr(real, role)), files_of(getattr(ours, role))
    # Boxes overlay directories, where sizes of the release id may come from other devices.
    assert found == theirs


@pytest.mark.reference
@pytest.mark.parametrize("role", ["hub", "client"])
def test_update(real: Site, ours: Site, role: str) -> None:
    files = []
    for site in (real, ours):
        box: Box = getattr(site, role)
        assert box.run("cf-agent", "-KIf", "update.cf").returncode == 0
        done = box.run("cf-agent", "-KIf", "update.cf")
        assert (done.returncode, done.stdout) == (0, ""), "the second one has nothing to do"
        files.append(files_of(box))
    assert files[0] == files[1]


@pytest.mark.reference
def test_new_policy_arrives(real: Site, ours: Site) -> None:
    outputs = []
    for site in (real, ours):
        # A client asks for the time of the last check, which has whole seconds.
        site.hub.shell(f"sleep 1.1; echo '# news' >> {WORK}/masterfiles/services/main.cf")
        assert site.hub.run("cf-promises", "-T", f"{WORK}/masterfiles").returncode == 0
        assert site.hub.run("cf-agent", "-KIf", "update.cf").returncode == 0
        done = site.client.run("cf-agent", "-KIf", "update.cf")
        outputs.append([line for line in done.stdout.splitlines() if "services/main.cf" in line])
        assert site.client.read(f"{WORK}/inputs/services/main.cf").endswith("# news\n")
    assert outputs[0] == outputs[1] != []


@pytest.mark.reference
@pytest.mark.parametrize("policy", ["update.cf", "promises.cf"])
@pytest.mark.parametrize("role", ["hub", "client"])
def test_classes_and_variables(ours: Site, role: str, policy: str) -> None:
    """The real agent and ours find the same on one host."""
    box: Box = getattr(ours, role)
    box.run("cf-agent", "-Kf", "update.cf")  # so that neither of them finds news
    for option in ("--show-evaluated-classes", "--show-evaluated-vars"):
        words = ("-Kf", policy, option)
        there = {"CFENGINE_TEST_OVERRIDE_WORKDIR": WORK}
        theirs = box.run("/usr/bin/cf-agent.real", *words, environment=there)
        found = box.run("cf-agent", *words)
        only_ours = [each for each in _settled(found.stdout) if each not in _settled(theirs.stdout)]
        assert only_ours == []
        assert _settled(found.stdout) == _settled(theirs.stdout)


def _settled(text: str) -> list[str]:
    """Return the lines of a table without what changes with time."""
    kept = []
    for line in text.splitlines():
        words = line.split()
        if not words or _VOLATILE.search(words[0]):
            continue
        kept.append(line)
    return sorted(kept)


_VOLATILE = re.compile(
    r"^default:sys\.(uptime|inet6?$|interfaces_data|date|cdate|systime|last_policy_update)"
    r"|^default:(cfe_autorun_inventory_timezone\._now|inventory_linux\.mounts)"
    r"|^default:(postgresql_conf_recommendations\.|testing_generic_report\.timestamp)"
    r"|^(Min|Hr|Q[1-4]|Day|Week|Lcycle|GMT_)"
)


@pytest.mark.reference
@pytest.mark.parametrize(("hub_tools", "client_tools"), [(REAL, OURS), (OURS, REAL)])
def test_mixed_sites(real: Site, hub_tools: str, client_tools: str) -> None:
    for site in site_of(hub_tools, client_tools):
        assert site.hub_outcome == real.hub_outcome
        assert site.client_outcome == real.client_outcome
        done = site.client.run("cf-agent", "-KIf", "update.cf")
        assert (done.returncode, "error" in done.stdout) == (0, False)


# Faults


def marks_of(box: Box) -> list[str]:
    found = box.shell(
        f"cd {WORK}; ls -d *.dat state/am_policy_hub inputs.* inputs/* 2>/dev/null || :"
    )
    return found.split()


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Box, Box]]:
    """Give a policy server with our tools, and a host that belongs to nobody yet."""
    with Box("hub") as hub, Box("pond") as client:
        connect(hub, client)
        for box in (hub, client):
            box.install(OURS)
            box.run("cf-key")
        assert bootstrap(hub)[0] == 0
        yield hub, client


def test_server_that_does_not_answer(pair: tuple[Box, Box]) -> None:
    _, client = pair
    code, output = bootstrap(client, f"{HUB}:5999")
    assert code == 1
    assert f"try: on {HUB}, start cf-serverd and admit port 5999" in output
    assert marks_of(client) == []
    assert client.processes() == []


def test_key_that_is_not_trusted(pair: tuple[Box, Box]) -> None:
    _, client = pair
    code, output = bootstrap(client, HUB, "--trust-server=no")
    assert code == 1
    assert "TRUST FAILED, server presented untrusted key: MD5=KEY" in output
    assert "try: compare the digest above with `cf-key -p` on the policy server" in output
    assert marks_of(client) == []
    assert "root-MD5" not in client.shell(f"ls {WORK}/ppkeys")


def test_full_disk(pair: tuple[Box, Box]) -> None:
    _, client = pair
    client.shell(f"mount -t tmpfs -o size=600k small {WORK}/inputs")
    try:
        code, output = bootstrap(client)
    finally:
        client.shell(f"umount {WORK}/inputs")
    assert code == 1
    assert "No space left on device" in output
    assert "try: make space in the work directory" in output
    assert marks_of(client) == []
    assert client.processes() == []


def test_two_at_once(pair: tuple[Box, Box]) -> None:
    _, client = pair
    script = (
        "cf-agent -B $1 > /root/a 2>&1 & a=$!; cf-agent -B $1 > /root/b 2>&1 & b=$!; "
        "wait $a; echo $?; wait $b; echo $?"
    )
    codes = client.run("bash", "-c", script, "bash", HUB).stdout.split()
    assert sorted(codes) == ["0", "1"]
    both = client.read("/root/a") + client.read("/root/b")
    assert both.count("Another bootstrap of this host is in progress") == 1
    assert both.count("completed successfully!") == 1
    assert daemons_of(client) == DAEMONS


def test_moving_fails_and_the_host_stays_where_it_was(pair: tuple[Box, Box]) -> None:
    _, client = pair
    before = files_of(client)
    code, output = bootstrap(client, f"{HUB}:5999")
    assert code == 1
    assert "This host is as before: it belongs to" in output
    assert files_of(client) == before


def test_skipped_policy_run(pair: tuple[Box, Box]) -> None:
    _, client = pair
    code, output = bootstrap(client, HUB, "--skip-bootstrap-policy-run")
    assert code == 0
    assert "Triggered an initial run of the policy" not in output
