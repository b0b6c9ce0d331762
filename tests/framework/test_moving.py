"""docs/from_cfengine.md: one client moves to duckrow, then its policy server; both move back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.framework.boxes import HUB, WORK, Box, connect, why_not_framework

pytestmark = [
    pytest.mark.skipif(bool(why_not_framework()), reason=why_not_framework() or "boxes"),
    pytest.mark.reference,
]

PAGE = Path(__file__).parents[2] / "docs/from_cfengine.md"


def block(title: str) -> str:
    """Return the commands below a heading of the page."""
    section = PAGE.read_text().partition(f"### {title}\n")[2]
    found = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert found is not None, f"no commands below {title}"
    return found[1]


def check(box: Box, *, ours: bool) -> None:
    """The daemons run, whose they are, and the update has nothing left to do."""
    assert (box.run("head", "-c", "2", "/usr/bin/cf-agent").stdout == "#!") is ours
    commands = [each.split()[0] for each in box.processes()]
    directory = f"{WORK}/bin" if ours else "/usr/bin"
    assert commands == [f"{directory}/cf-{name}" for name in ("execd", "monitord", "serverd")]
    done = box.run("cf-agent", "-KIf", "update.cf")
    assert (done.returncode, done.stdout) == (0, "")


def news(hub: Box, client: Box, line: str) -> None:
    """A change on the policy server reaches the client."""
    hub.shell(f'sleep 1.1; echo "# $1" >> {WORK}/masterfiles/services/main.cf', line)
    hub.shell(f"cf-promises -T {WORK}/masterfiles; cf-agent -Kf update.cf; cf-agent -K")
    client.shell("cf-agent -Kf update.cf; cf-agent -K")
    assert client.read(f"{WORK}/inputs/services/main.cf").endswith(f"# {line}\n")


def test_a_site_moves_and_comes_back() -> None:
    with Box("hub") as hub, Box("pond") as client:
        connect(hub, client)
        for box in (hub, client):
            box.shell(f"cf-key; cf-agent --bootstrap {HUB}")
            check(box, ours=False)
        there, back = block("One client"), block("Going back")
        identity = client.read(f"{WORK}/bootstrap_id.dat")

        client.shell(there)
        check(client, ours=True)
        news(hub, client, "real server, our client")

        hub.shell(there)
        check(hub, ours=True)
        news(hub, client, "our server, our client")

        client.shell(back)
        check(client, ours=False)
        news(hub, client, "our server, real client")

        hub.shell(back)
        check(hub, ours=False)
        news(hub, client, "as before")
        assert client.read(f"{WORK}/bootstrap_id.dat") == identity
