"""share/ holds what an installed duckrow brings: man pages and completions.

`pytest tests/docs --accept` writes them anew from the tables of the commands.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from duckrow.cli.commands import agent, serve
from duckrow.cli.commands.completion import script
from duckrow.cli.commands.help import man_page
from duckrow.cli.options import COMMANDS, Arguments, read_options
from duckrow.puppet.settings.settings import Settings

SHARE = Path(__file__).parents[2] / "share"
COMPLETIONS = {
    "bash-completion/completions/duckrow": "bash",
    "zsh/site-functions/_duckrow": "zsh",
    "fish/vendor_completions.d/duckrow.fish": "fish",
}
PAGES = {f"man/man1/duckrow{'-' if name else ''}{name}.1": name for name in ("", *COMMANDS)}
# Written by hand.
DAEMONS = {
    name: f"systemd/duckrow-{name}.service" for name in ("cf-execd", "cf-monitord", "cf-serverd")
}
UNITS = (
    "systemd/duckrow-serve.service",
    "systemd/duckrow-agent.service",
    "systemd/duckrow-policy.service",
    *DAEMONS.values(),
)


def written(path: str) -> str:
    return script(COMPLETIONS[path]) if path in COMPLETIONS else man_page(PAGES[path])


@pytest.mark.parametrize("path", [*COMPLETIONS, *PAGES])
def test_the_file_is_up_to_date(path: str, pytestconfig: pytest.Config) -> None:
    file = SHARE / path
    if pytestconfig.getoption("--accept"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written(path))
    assert file.read_text() == written(path)


def test_there_is_nothing_else() -> None:
    found = {str(path.relative_to(SHARE)) for path in SHARE.rglob("*") if path.is_file()}
    assert found == {*COMPLETIONS, *PAGES, *UNITS}


@pytest.mark.parametrize("path", UNITS[1:3])
def test_the_unit_of_the_agent_starts_a_daemon(path: str) -> None:
    unit = (SHARE / path).read_text()
    [command] = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    program, name, *words = command.removeprefix("ExecStart=").split()
    assert (program, name) == ("duckrow", "agent")
    arguments = Arguments()
    find = agent.COMMAND.find_option
    read_options(words, agent.COMMAND.options, arguments, find_option=find)
    assert arguments.has("daemon")
    assert arguments.has("policy") is ("policy" in path)
    assert not arguments.words


@pytest.mark.parametrize("name", DAEMONS)
def test_the_unit_of_a_daemon_keeps_it_in_the_foreground(name: str) -> None:
    lines = (SHARE / DAEMONS[name]).read_text().splitlines()
    assert f"ExecStart={name} --no-fork" in lines


def test_the_unit_names_every_directory_that_the_server_uses() -> None:
    """Else the user of the unit, who is not root, has them below the home directory."""
    unit = (SHARE / UNITS[0]).read_text().replace("\\\n", "")
    lines = [line.partition("=") for line in unit.splitlines() if line[:1] not in "#["]
    values = {name: value for name, _, value in lines}
    writable = [value.removeprefix("-") for name, _, value in lines if name == "ReadWritePaths"]
    program, command, *words = values["ExecStart"].split()
    assert (program, command) == ("duckrow", "serve")
    arguments = Arguments()
    find = serve.COMMAND.find_option
    read_options(words, serve.OWN, arguments, find_option=find)
    assert not arguments.words
    given = {name: arguments.get(name) for name in arguments.names()}
    assert given["runtime-dir"] == f"/run/{values['RuntimeDirectory']}"
    assert values["RuntimeDirectoryMode"] == "0700"
    assert given["cache-dir"] == f"/var/cache/{values['CacheDirectory']}"
    assert given["vardir"] == f"/var/lib/{values['StateDirectory']}"
    settings = Settings({key: value for key, value in given.items() if "-" not in key})
    for name in ("ssldir", "cadir"):
        assert any(f"{settings[name]}/".startswith(f"{each}/") for each in writable), name
    for name in ("confdir", "codedir", "ssldir", "vardir"):
        assert name in given


@pytest.mark.parametrize("path", PAGES)
def test_man_renders_the_page_without_warnings(path: str) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    words = ["groff", "-man", "-Tutf8", "-ww", "-z", str(SHARE / path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_man_shows_the_page() -> None:
    if shutil.which("man") is None:
        pytest.skip("man is not installed")
    words = ["man", "--warnings", "-l", str(SHARE / "man/man1/duckrow-apply.1")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "duckrow-apply - apply manifests, catalogs and policies to this host" in done.stdout
