"""docs/puppet_commands.md lists every option of the original's help, with what duckrow does.

puppet_options.txt holds the names of the options that the help of Puppet 7.23 shows, one command
per line. `pytest -m reference` compares them with the help of the installed original.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.command_line import setting_switches
from duckrow.cli.drop_ins.puppet.index import APPLICATIONS, REFUSED, load
from duckrow.cli.drop_ins.puppet.optparse import OptionParser, Switch

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "puppet_commands.md"
RECORDED = Path(__file__).with_name("puppet_options.txt")
MARK = "<!-- generated from the tables in cli/drop_ins/puppet: pytest tests/docs --accept -->\n"


def recorded() -> dict[str, list[str]]:
    """Return the options that the original's help shows, by command."""
    rows = (line.partition(":") for line in RECORDED.read_text("utf-8").splitlines())
    return {command: options.split() for command, _, options in rows}


def options_in(help_: str) -> list[str]:
    """Return the names of the options in a help text."""
    usage = help_.partition("DESCRIPTION")[0]
    found = re.findall(r"\[(?:-\w\|)?(--[a-z_-]+)", usage)
    found += re.findall(r"^\* (--[a-z_-]+)", help_, re.MULTILINE)
    found += re.findall(r"^  (--[][a-z_-]+)", help_.partition("OPTIONS:")[2], re.MULTILINE)
    return sorted(set(found))


def switches_of(command: str) -> tuple[Application, tuple[Switch, ...]]:
    name, _, action = command.partition(" ")
    application, _ = load(name)
    return application, application.switches(application.actions.get(action))


@pytest.mark.parametrize("command", recorded())
def test_every_option_of_the_original_is_known(command: str) -> None:
    name, _, action = command.partition(" ")
    if name not in APPLICATIONS:
        assert name in REFUSED, f"puppet {name} is neither there nor refused"
        return
    application, switches = switches_of(command)
    if action:
        assert action in application.actions
    parser = OptionParser(switches, setting_switches)
    unknown = [each for each in recorded()[command] if parser.find(plain(each)) is None]
    assert unknown == []


def plain(option: str) -> str:
    return option.replace("[no-]", "")


def table() -> str:
    lines = []
    for name in APPLICATIONS:
        application, _ = load(name)
        first, rest = application.summary[0].upper(), application.summary[1:]
        lines += [f"## puppet {name}", "", f"{first}{rest}.", ""]
        lines += _rows(application.options)
        for action in application.actions.values():
            lines += _action(name, action)
    lines += ["## Not available", "", "| application | why |", "|---|---|"]
    lines += [f"| `puppet {name}` | {why} |" for name, why in REFUSED.items()]
    return "\n".join(lines) + "\n"


def _action(name: str, action: Action) -> list[str]:
    what = f"not available: {action.refusal}" if action.refusal else action.summary
    return [f"`puppet {name} {action.name}`: {what}", "", *_rows(action.options)]


def _rows(options: tuple[Switch, ...]) -> list[str]:
    if not options:
        return []
    rows = [f"| `{_shown(each)}` | {_meaning(each)} |" for each in options]
    return ["| option | in duckrow |", "|---|---|", *rows, ""]


def _shown(switch: Switch) -> str:
    return switch.names.replace("|", "\\|")


def _meaning(switch: Switch) -> str:
    text = f"not available: {switch.refusal}" if switch.refusal else switch.text
    return text.replace("|", "\\|")


def test_the_page_has_the_tables(request: pytest.FixtureRequest) -> None:
    before, mark, _ = PAGE.read_text("utf-8").partition(MARK)
    assert mark, f"{PAGE.name} has no line {MARK}"
    wanted = f"{before}{mark}\n{table()}"
    if request.config.getoption("--accept"):
        PAGE.write_text(wanted, "utf-8")
    assert PAGE.read_text("utf-8") == wanted


def test_every_option_has_a_meaning_or_a_reason() -> None:
    for name in APPLICATIONS:
        application, _ = load(name)
        for action in (None, *application.actions.values()):
            for switch in application.switches(action):
                assert switch.text or switch.refusal, f"puppet {name}: {switch.names}"


@pytest.mark.reference
@pytest.mark.skipif(shutil.which("puppet", path="/usr/bin") is None, reason="no original here")
def test_the_recorded_options_are_those_of_the_original(request: pytest.FixtureRequest) -> None:
    found = {}
    for command in recorded():
        asked = ["/usr/bin/puppet", "help", *command.split()]
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
        found[command] = options_in(done.stdout)
    if request.config.getoption("--accept"):
        rows = (f"{command}: {' '.join(options)}\n" for command, options in found.items())
        RECORDED.write_text("".join(rows), "utf-8")
    assert found == recorded()
