"""The arguments of package commands, quoted for a shell."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.packages.schedule import shell_word
from duckrow.machine.memory import MemoryMachine

from .policies import run


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("duck", "duck"),
        ("duck-1.0_2+3:4~5", "duck-1.0_2+3:4~5"),
        ("duck pond", "duck pond"),
        ("duck-*", "duck-*"),
        ("duck; rm -rf /", "'duck; rm -rf /'"),
        ("$(reboot)", "'$(reboot)'"),
        ("it's", "'it'\\''s'"),
        ('"/repository/duck.pkg"', '"/repository/duck.pkg"'),
        ('"$(reboot)"', "'\"$(reboot)\"'"),
    ],
)
def test_names_are_words_to_a_shell(name: str, word: str) -> None:
    assert shell_word(name) == word


def test_a_name_is_not_a_command() -> None:
    machine = MemoryMachine(answers={("/bin/sh",): (0, b"swan 1.0\n")})
    run(
        'bundle agent main { packages: "duck; reboot" package_policy => "add",'
        " package_method => m; }"
        'body package_method m { package_changes => "individual"; package_list_command => "list";'
        ' package_list_name_regex => "(\\S+) .*"; package_list_version_regex => "\\S+ (.*)";'
        ' package_installed_regex => ".*"; package_add_command => "/usr/bin/manager add"; }',
        machine,
    )
    assert machine.commands.vectors == [
        ["sh", "-c", "list"],
        ["sh", "-c", "/usr/bin/manager add 'duck; reboot'"],
    ]
