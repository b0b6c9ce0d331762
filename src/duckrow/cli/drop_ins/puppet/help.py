"""`puppet help`: the applications, one application, or one action."""

from __future__ import annotations

from duckrow import PUPPET_VERSION
from duckrow.cli.commands.help import columns
from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.index import APPLICATIONS, REFUSED, load
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments

APPLICATION = Application(
    "help",
    "show help",
    "[APPLICATION [ACTION]]",
    actions=(
        Action(
            "help",
            "show help",
            "[APPLICATION [ACTION]]",
            (
                Switch("--ronn", "print the text of the manual page", refusal="man duckrow is it"),
                Switch("--version", "the version of the face", metavar="VERSION", key="version-of"),
            ),
        ),
    ),
    default="help",
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Print the help of the named application."""
    words = arguments.words
    if len(words) > 2:
        raise InputError(
            "The 'puppet help' command takes two (optional) arguments: a subcommand and an action"
        )
    if not words:
        console.print_result(overview())
        return 0
    name = words[0]
    if name in REFUSED:
        console.print_result(f"puppet {name} is not available: {REFUSED[name]}")
        return 0
    if name not in APPLICATIONS:
        raise _no_help(name, f"Could not find Puppet Face {name}")
    application, _ = load(name)
    if len(words) == 2:
        if not application.is_face:
            words_ = f"The legacy subcommand '{name}' does not support supplying an action"
            raise InputError(words_)
        if words[1] not in application.actions:
            face = f"Puppet::Face[:{name}, 0.0.1]"
            raise _no_help(name, f"Unable to load action {words[1]} from {face}")
    console.print_result(help_of(application, *words[1:]))
    return 0


def overview() -> str:
    """Return the text of `puppet help`."""
    return "\n".join(
        [
            "",
            "Usage: puppet <subcommand> [options] <action> [options]",
            "",
            "Available subcommands:",
            "",
            *columns(APPLICATIONS.items()),
            "",
            "Not available here:",
            "",
            *columns(REFUSED.items()),
            "",
            "See 'puppet help <subcommand> <action>' for help on a specific subcommand action.",
            "See 'puppet help <subcommand>' for help on a specific subcommand.",
            f"Puppet v{PUPPET_VERSION}, by duckrow",
        ]
    )


def help_of(application: Application, action_name: str = "") -> str:
    """Return the help of an application or of one of its actions."""
    action = application.actions.get(action_name)
    name = " ".join(filter(None, (application.name, action_name)))
    usage = action.usage if action else application.usage
    lines = [
        "",
        f"puppet {name}: {action.summary if action else application.summary}",
        "",
        f"USAGE: puppet {name} {usage}".rstrip(),
        "",
        "OPTIONS:",
        *columns(map(_described, application.switches(action))),
    ]
    if application.actions and action is None:
        actions = ((each.name, _meaning(each)) for each in application.actions.values())
        lines += ["", "ACTIONS:", *columns(actions)]
    lines += ["", "Every setting of puppet.conf is an option too."]
    if application.notes:
        lines += ["", *application.notes.splitlines()]
    if application.examples:
        lines += ["", "EXAMPLES:", *(f"  $ {each}" for each in application.examples)]
    return "\n".join(lines)


def _no_help(name: str, detail: str) -> InputError:
    return InputError(
        f"Could not load help for the face {name}.\n"
        f'Please check the error logs for more information.\n\nDetail: "{detail}"'
    )


def _described(switch: Switch) -> tuple[str, str]:
    if switch.refusal:
        return switch.names, f"not available: {switch.refusal}"
    return switch.names, switch.text


def _meaning(action: Action) -> str:
    return f"not available: {action.refusal}" if action.refusal else action.summary
