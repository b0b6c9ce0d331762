"""`puppet config`: print settings, and change them in puppet.conf."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.render import render
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.machine.paths import absolute, make_directories, read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings

APPLICATION = Application(
    "config",
    "show and change settings",
    "ACTION [--section SECTION_NAME]",
    (Switch("--section", "the section of puppet.conf to use (main)", metavar="SECTION_NAME"),),
    actions=(
        Action("print", "print settings", "[all | SETTING…]"),
        Action("set", "change a setting in puppet.conf", "SETTING VALUE", arity=2),
        Action("delete", "remove a setting from puppet.conf", "SETTING", arity=1),
    ),
    section="main",
    examples=(
        "puppet config print confdir",
        "puppet config set strict warning --section main",
        "puppet config delete strict",
    ),
)

_ENVIRONMENT_IN_MAIN = """\
The environment should be set in either the `[user]`, `[agent]`, or `[server]`
section. Variables set in the `[agent]` section are used when running
`puppet agent`. Variables set in the `[user]` section are used when running
various other puppet subcommands, like `puppet apply` and `puppet module`; these
require the defined environment directory to exist locally. Set the config
section by using the `--section` flag. For example,
`puppet config --section user set environment foo`. For more information, see
https://puppet.com/docs/puppet/latest/configuration.html#environment"""
_NO_SECTION = """\
No section specified; defaulting to 'main'.
Set the config section by using the `--section` flag.
For example, `puppet config --section user print foo`.
For more information, see https://puppet.com/docs/puppet/latest/configuration.html"""


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Print, set or delete settings."""
    is_default = not arguments.has("section")
    settings = settings_of(APPLICATION, arguments, console)
    section = arguments.get("section")
    action = arguments.command[1]
    if action == "print":
        if console.verbose or console.debug:
            if is_default:
                console.print_log("warning", _NO_SECTION)
            _report_section(section, settings, console)
        values = setting_values(settings, section, arguments.words)
        console.print_result(render(values, arguments.get("render-as") or "console", _lines))
    elif action == "set":
        name, value = arguments.words
        _set(settings, section, name, value, console)
    else:
        _delete(settings, section, arguments.words[0], console)
    return 0


def setting_values(settings: Settings, section: str, names: list[str]) -> dict[str, object]:
    """Return settings by name, all of them unless some are named."""
    from duckrow.puppet.environment.find import environment_at, find_directory
    from duckrow.puppet.settings.defaults import KNOWN, OURS, is_path

    settings = settings.with_values({"name": "config", "run_mode": section})
    name = str(settings["environment"])
    directory = find_directory(settings, name)
    own: dict[str, object] = {"modulepath": "", "manifest": ""}
    if directory is not None:
        environment = environment_at(settings, name, directory)
        own = {"modulepath": ":".join(environment.modulepath), "manifest": environment.manifest}
    if settings.given.get("modulepath"):
        own["modulepath"] = settings["modulepath"]
    if not names or names == ["all"]:
        names = sorted({*KNOWN, "name"} - OURS)
    found = {}
    for each in dict.fromkeys(names):
        is_known = each in KNOWN or each == "name"
        value = own.get(each, settings[each]) if is_known else ""
        if each in settings.given and isinstance(value, str) and is_path(each):
            value = _full_paths(value)
        found[each] = value
    return {each: _plain(found[each]) for each in sorted(found)}


def print_asked(settings: Settings, section: str) -> int:
    """Print the settings that --configprint names, as puppet config print does."""
    asked = settings["configprint"]
    names = [] if asked == "all" else sorted(each.strip() for each in asked.split(","))
    for name in names:
        if name not in settings:
            print(f"invalid setting: {name}")
            return 1
    print(_lines(setting_values(settings, section, names)))
    return 0


def _full_paths(value: str) -> str:
    return ":".join(absolute(each) for each in value.split(":") if each)


def _plain(value: object) -> object:
    if value is None:
        return ""
    return "unlimited" if value == float("inf") else value


def _lines(values: object) -> str:
    assert isinstance(values, dict)
    if len(values) == 1:
        return _text(next(iter(values.values())))
    return "".join(f"{name} = {_text(value)}\n" for name, value in values.items()).rstrip("\n")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        from duckrow.ruby.values.inspect import inspect

        return inspect(value)
    return str(value)


def _report_section(section: str, settings: Settings, console: PuppetConsole) -> None:
    environment = settings["environment"]
    line = f"Resolving settings from section '{section}' in environment '{environment}'"
    console.write_error(f"\x1b[1;33m{line}\x1b[0m\n" if console.color else f"{line}\n")


def _set(settings: Settings, section: str, name: str, value: str, console: PuppetConsole) -> None:
    from duckrow.puppet.settings.edit import delete_from_conf, set_in_conf

    if name == "environment" and section == "main":
        console.print_log("warning", _ENVIRONMENT_IN_MAIN)
    if console.verbose or console.debug:
        _report_section(section, settings, console)
    checked = settings.with_values({name: value})
    if name in checked:
        _ = checked[name]  # an invalid value is an error
    path = absolute(str(settings["config"]))
    text = _read(path) or ""
    if section == "master":
        text, removed = delete_from_conf(text, "master", name)
        if removed is not None:
            shown = f"'{section}': '{removed.strip()}'"
            console.print_result(f"Deleted setting from {shown}, and adding it to 'server' section")
        section = "server"
    _write(path, set_in_conf(text, section, name, value))


def _delete(settings: Settings, section: str, name: str, console: PuppetConsole) -> None:
    from duckrow.puppet.settings.edit import delete_from_conf

    path = absolute(str(settings["config"]))
    text = _read(path)
    if text is None:
        console.print_log("warning", f"The puppet.conf file does not exist {path}")
        return
    has_two_names = section in ("master", "server")
    found = False
    for each in ("master", "server") if has_two_names else (section,):
        text, removed = delete_from_conf(text, each, name)
        if removed is not None:
            found = True
            shown = removed.partition("=")[0] if has_two_names else removed
            console.print_result(f"Deleted setting from '{each}': '{shown.strip()}'")
    if not found and not has_two_names:
        where = f"section '{section}' setting name '{name}'"
        console.print_log("warning", f"No setting found in configuration file for {where}")
    _write(path, text)


def _read(path: str) -> str | None:
    try:
        return read_bytes(path).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None


def _write(path: str, text: str) -> None:
    """Replace the file at once: an interrupted write leaves the old settings."""
    from os.path import dirname

    from duckrow.machine.local import LocalMachine

    try:
        make_directories(dirname(path), 0o755)
        files = LocalMachine("/").files
        files.replace(path, [text.encode("utf-8", "surrogateescape")], follow=True)
        files.settle()
    except OSError as error:
        raise InputError(f"cannot write {path}: {reason(error)}") from None
