"""Options that several commands share to work on policies of CFEngine."""

from __future__ import annotations

from duckrow.cli.options import Option

LANGUAGE = Option(
    "--language",
    "the language of -e and standard input (puppet)",
    choices=("puppet", "cfengine"),
)
CLASSES = (
    Option("--define", "for a policy: define these classes", metavar="CLASS[,CLASS…]"),
    Option("--negate", "for a policy: keep these classes undefined", metavar="CLASS[,CLASS…]"),
)
