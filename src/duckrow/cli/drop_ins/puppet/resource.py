"""`puppet resource`: show resources of this host as Puppet code, or change one."""

from __future__ import annotations

from duckrow.cli.commands.resource import names_of_types, show_or_change
from duckrow.cli.drop_ins.puppet.application import DEBUG, VERBOSE, Application
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of, use_state_of
from duckrow.source.errors import DuckrowError, InputError
from duckrow.state.lock import ENDLESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments

APPLICATION = Application(
    "resource",
    "show resources of this host as Puppet code, or change one",
    "[OPTION…] TYPE [NAME] [ATTRIBUTE=VALUE…]",
    (
        DEBUG,
        VERBOSE,
        Switch(
            "--edit -e",
            "edit the result and apply it",
            refusal="duckrow opens no editor; write the result to a file and puppet apply it",
        ),
        Switch("--to_yaml -y", "print YAML for Hiera and create_resources"),
        Switch("--types -t", "list all types"),
        Switch("--param -p", "show this parameter too", metavar="PARAM"),
    ),
    examples=(
        "puppet resource user root",
        "puppet resource file /tmp/pond ensure=directory",
    ),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Show or change resources. As in the original, a change that fails is no failure."""
    if arguments.has("types"):
        settings = settings_of(APPLICATION, arguments, console)
        console.print_result("\n".join(names_of_types(settings)))
        return 0
    if arguments.words == ["file"]:
        raise InputError(
            "Listing all file instances is not supported.  "
            "Please specify a file or directory, e.g. puppet resource file /etc"
        )
    if arguments.has("to-yaml"):
        arguments.add("format", "yaml")
    settings = settings_of(APPLICATION, arguments, console)
    use_state_of(settings, arguments)
    try:
        _, text = show_or_change(arguments, settings, console, wait=ENDLESS)
    except (DuckrowError, OSError) as error:
        from duckrow.puppet.apply.resource import error_text

        raise InputError(error_text(error)) from None
    console.print_result(text)
    return 0
