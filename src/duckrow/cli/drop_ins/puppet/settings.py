"""The settings of an application: from the command line, else from puppet.conf."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.optparse import Setting
from duckrow.cli.options import Arguments, Option, UsageError
from duckrow.cli.target import read_settings
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.drop_ins.puppet.application import Application
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.puppet.settings.settings import Settings


class SettingsError(InputError):
    """An invalid setting or configuration file."""


def settings_of(
    application: Application,
    arguments: Arguments,
    console: PuppetConsole,
    own: Sequence[Option] = (),
) -> Settings:
    """Read the settings; `own` are the options of the verb of duckrow that are no settings."""
    if not arguments.has("section"):
        arguments.add("section", application.section)
    try:
        settings = read_settings(arguments, (*own, *_as_options(application)))
    except UsageError:
        raise
    except InputError as error:
        raise SettingsError(f"Could not initialize global default settings: {error}") from None
    if not arguments.has("color"):
        console.color = settings.get("color", "ansi") in ("ansi", "true", "yes")
        console.colors_output = console.color
    return settings


def use_state_of(settings: Settings, arguments: Arguments) -> None:
    """Store state below a vardir of the user's choice, as Puppet does."""
    vardir = settings.get("vardir")
    if vardir is not None:
        arguments.add("state-dir", f"{vardir}/duckrow")


def _as_options(application: Application) -> list[Option]:
    actions = application.actions.values()
    switches = [
        *application.switches(),
        *(switch for action in actions for switch in action.options),
    ]
    return [Option(f"--{each.key}", "") for each in switches if not isinstance(each, Setting)]
