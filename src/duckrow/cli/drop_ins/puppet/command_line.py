"""Read the words after `puppet APPLICATION` into `Arguments`: the action, options and settings."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.optparse import (
    MissingValueError,
    OptionError,
    OptionParser,
    Setting,
    Switch,
)
from duckrow.cli.options import Arguments, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.application import Action, Application

PARSE_ERROR = "Could not parse application options"
FORMATS = (
    "binary",
    "console",
    "dot",
    "flat",
    "json",
    "msgpack",
    "pson",
    "rich_data_json",
    "rich_data_msgpack",
    "s",
    "yaml",
)
# Settings that only do something when they are options, and why they are refused.
_REFUSED = {
    "genconfig": "duckrow does not write puppet.conf; puppet config print shows all settings",
    "genmanifest": "duckrow does not manage Puppet's own directories",
}
# Settings that have a letter.
_LETTERS = {"daemonize": "D", "environment": "E", "onetime": "o"}


def read_command_line(application: Application, words: list[str], into: Arguments) -> None:
    """Parse the options of an application and of its action."""
    into.command = (application.name,)
    action, is_named = None, False
    try:
        if application.is_face:
            action, is_named = _find_action(application, words, into)
        parser = OptionParser(application.switches(action), setting_switches)
        others = _parse(parser, words, into)
    except MissingValueError as error:
        if isinstance(error.switch, Setting):
            raise UsageError(
                "Could not initialize global default settings: Error parsing arguments\n"
                f"Wrapped exception:\noption '--{error.switch.longs[0]}' needs a parameter"
            ) from None
        raise UsageError(f"{PARSE_ERROR}: {error}") from None
    except OptionError as error:
        raise UsageError(f"{PARSE_ERROR}: {error}") from None
    if action is not None:
        into.command = (application.name, action.name)
        if is_named:
            del others[0]
    into.words.extend(others)
    if into.has("render-as") and into.get("render-as") not in FORMATS:
        raise UsageError(f"{PARSE_ERROR}: I don't know how to render '{into.get('render-as')}'")


def setting_switches() -> list[Switch]:
    """Return the options of all settings of puppet.conf."""
    from duckrow.puppet.settings.defaults import KNOWN

    made: list[Switch] = []
    for name, (kind, _) in KNOWN.items():
        letter = f" -{_LETTERS[name]}" if name in _LETTERS else ""
        if kind == "flag":
            made.append(Setting(f"--[no-]{name}{letter}", refusal=_REFUSED.get(name, "")))
        else:
            made.append(Setting(f"--{name}{letter}", metavar="VALUE"))
    made.append(Setting("--run_mode", metavar="NAME", key="section"))
    return made


def _parse(parser: OptionParser, words: list[str], into: Arguments) -> list[str]:
    """Add the given options to `into` and return the other words."""
    others: list[str] = []
    for switch, value in parser.parse(words, others):
        if switch.refusal:
            raise OptionError(f"--{switch.longs[0]} is not available: {switch.refusal}")
        into.add(switch.key, "" if value is None else value)
    return others


def _find_action(
    application: Application, words: list[str], into: Arguments
) -> tuple[Action | None, bool]:
    """Return the action, and whether the words name it."""
    parser = OptionParser(application.switches(), setting_switches)
    name = _first_word(parser, words)
    if name in application.actions:
        action = application.actions[name]
        if action.refusal:
            command = f"puppet {application.name} {name}"
            raise UsageError(f"{command} is not available: {action.refusal}")
        return action, True
    if application.default:
        return application.actions[application.default], False
    try:
        _parse(parser, words, into)
    except OptionError:  # the missing action is the error
        into.command = (application.name,)
    if into.has("help") or into.has("version"):
        return None, False
    shown = f"'{name}'" if name else "default"
    face = application.name
    raise UsageError(f"'{face}' has no {shown} action.  See `puppet help {face}`.")


def _first_word(parser: OptionParser, words: list[str]) -> str:
    """Return the first word that is neither an option nor the value of one."""
    i = 0
    while i < len(words):
        word = words[i]
        if not word.startswith("-"):
            return word
        name, equals, _ = word.partition("=")
        switch = parser.find(name)
        if switch is None:
            raise OptionError(f"invalid option: {name}")
        if switch.metavar and not equals:
            has_none = switch.is_optional and words[i + 1 : i + 2] and words[i + 1][0] == "-"
            i += 0 if has_none else 1
        i += 1
    return ""
