"""The manual of the executable facter, which `facter man` prints."""

from __future__ import annotations

from duckrow.cli.drop_ins.facter_options import COMMANDS, OPTIONS

_BEGINNING = """\
NAME
----
facter - print facts of this host, with duckrow

SYNOPSIS
--------
  facter [options] [query] [query] [...]

DESCRIPTION
-----------
Without a query, facter prints all facts but the legacy ones. A query is the name of a fact, or a
path to a part of it, such as os.family or processors.models.0.

OPTIONS
-------
"""
_END = """\
FILES
-----
/etc/facter/facter.conf, /etc/puppetlabs/facter/facter.conf: settings, groups and blocked facts
/etc/facter/facts.d, /etc/puppetlabs/facter/facts.d: external facts

EXAMPLES
--------
  facter os.family              one value
  facter --json os networking   several facts for another program
  FACTER_role=web facter role   a fact from the environment
"""


def manual_text() -> str:
    """Return the manual as text."""
    options = ""
    for option in OPTIONS + COMMANDS:
        names = f"-{option.letter}, --{option.name}" if option.letter else f"--{option.name}"
        note = f"\n      ({option.note})" if option.note else ""
        options += f"  {names}\n      {option.text}{note}\n\n"
    return _BEGINNING + options + _END
