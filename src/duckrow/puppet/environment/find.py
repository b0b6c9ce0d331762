"""From a name to an environment: its directory on the environment path, and environment.conf.

Without a directory of its name an environment has the modules of `basemodulepath` and nothing
else, which is enough to compile a file that was named outright.
"""

from __future__ import annotations

import os

from duckrow.puppet.environment.environment import Environment, absolute
from duckrow.puppet.settings.settings import (
    RULE_SETTINGS,
    SIGNATURE_SETTINGS,
    SIGNATURES,
    VISIBILITY_SETTINGS,
    Settings,
)
from duckrow.puppet.world import DIRECTORY
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.world import World

# The settings of environment.conf; others are ignored with a warning.
CONF_SETTINGS = (
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "static_catalogs",
    "rich_data",
    "plugins",
    *SIGNATURE_SETTINGS,
    *RULE_SETTINGS,
    *VISIBILITY_SETTINGS,
)
# Settings of environment.conf that the command line overrides ...
_OVERRIDABLE = ("plugins", *RULE_SETTINGS, *VISIBILITY_SETTINGS)
# ... and all that are copied as they are.
_COPIED = ("environment_timeout", "rich_data", "static_catalogs", *_OVERRIDABLE)
_PATTERN = frozenset("*?[{")


def find_directory(settings: Settings, name: str) -> str | None:
    """Return the directory of an environment: the first of its name on the environment path."""
    if not name.replace("_", "").isalnum():
        return None
    for entry in str(settings["environmentpath"]).split(":"):
        path = f"{absolute(entry)}/{name}" if entry else ""
        if path and settings.world.kind(path) == DIRECTORY:
            return path
    return None


def find_environment(
    settings: Settings, name: str, sources: Sources | None = None, **given: object
) -> Environment:
    """Return an environment by name; `given` overrides the settings of its directory."""
    directory = find_directory(settings, name)
    if directory is None:
        raise InputError(
            f"Could not find a directory environment named '{name}' anywhere in the path: "
            f"{settings['environmentpath']}. Does the directory exist?"
        )
    return environment_at(settings, name, directory, sources, **given)


def environment_at(
    settings: Settings,
    name: str,
    directory: str,
    sources: Sources | None = None,
    **given: object,
) -> Environment:
    """Return the environment of a directory."""
    directory = absolute(directory)
    own = settings.with_values({"environment": name})
    said, warnings = read_environment_conf(directory, settings.world)
    base = [entry for entry in str(settings["basemodulepath"]).split(":") if entry]
    modulepath = [f"{directory}/modules", *base]
    if "modulepath" in said:
        modulepath = _expanded(own.expand(said["modulepath"]), directory, settings.world)
    manifest, error = _manifest(own, said.get("manifest"), directory)
    options: dict[str, Any] = {
        "modulepath": modulepath,
        "manifest": manifest,
        "config_version": _program(said.get("config_version"), directory),
        "is_fixed": said.get("environment_timeout") == "unlimited",
        "warnings": warnings + error,
        "code": settings.get("code", None) or None,
        **given,
    }
    check_timeout(said, directory, settings.world)
    fixed = set(_OVERRIDABLE).intersection(settings.on_command_line)
    known = {key: said[key] for key in _COPIED if key in said and key not in fixed}
    try:
        known |= added_signatures(settings, said, directory)
        settings = settings.with_values(known)
        settings.check_choices()
    except InputError as error:
        raise InputError(f"{error} (file: {directory}/environment.conf)") from None
    settings = settings.with_values(
        {
            "modulepath": ":".join(map(absolute, options["modulepath"])),
            "manifest": options["manifest"],
        }
    )
    return Environment(name, directory=directory, settings=settings, sources=sources, **options)


def check_timeout(said: Mapping[str, str], directory: str, world: World) -> None:
    """Reject an environment_timeout in environment.conf that is no time."""
    name = "environment_timeout"
    if name in said:
        Settings({name: said[name]}, world).check(f"{directory}/environment.conf")


def bare_environment(
    settings: Settings, name: str, sources: Sources | None = None, **given: object
) -> Environment:
    """Return an environment that has no directory."""
    base = [entry for entry in str(settings["basemodulepath"]).split(":") if entry]
    options: dict[str, Any] = {"modulepath": base, **given}
    return Environment(name, settings=settings, sources=sources, **options)


def read_environment_conf(directory: str, world: World) -> tuple[Mapping[str, str], list[str]]:
    """Return the settings in the environment.conf of a directory, and warnings about the others."""
    from duckrow.puppet.settings.conf import read_conf

    path = f"{directory}/environment.conf"
    sections = read_conf(path, world)
    if sections is None:
        return {}, []
    warnings = []
    others = [name for name in sections if name != "main"]
    if others:
        warnings.append(
            f"Invalid sections in environment.conf at '{path}'. Environment conf may not have "
            f"sections. The following sections are being ignored: '{','.join(others)}'"
        )
    unknown = [name for name in sections["main"] if name not in CONF_SETTINGS]
    if unknown:
        from duckrow.source.did_you_mean import did_you_mean

        meant = filter(None, (did_you_mean(name, CONF_SETTINGS) for name in unknown))
        hints = "".join(f" ({hint})" for hint in meant)
        warnings.append(
            f"Invalid settings in environment.conf at '{path}'. The following unknown "
            f"setting(s) are being ignored: {', '.join(unknown)}{hints}"
        )
    return sections["main"], warnings


def _manifest(settings: Settings, said: str | None, directory: str) -> tuple[str, list[str]]:
    """Return the site manifest, and a warning if environment.conf may not choose it."""
    fallback = os.path.join(directory, str(settings["default_manifest"]))
    fallback = os.path.normpath(fallback)
    wanted = os.path.join(directory, settings.expand(said)) if said else fallback
    if not settings["disable_per_environment_manifest"]:
        return os.path.normpath(wanted), []
    if os.path.normpath(wanted) == fallback:
        return fallback, []
    message = (
        "The 'disable_per_environment_manifest' setting is true, but the environment located at "
        f"{directory} has a manifest setting in its environment.conf of '{wanted}' which does not "
        f"match the default_manifest setting '{settings['default_manifest']}'."
    )
    return fallback, [message]


def signature_settings(settings: Settings, directory: str) -> dict[str, str]:
    """Return the settings about signatures that the environment.conf of a directory adds."""
    return added_signatures(
        settings, read_environment_conf(directory, settings.world)[0], directory
    )


def added_signatures(settings: Settings, said: Mapping[str, str], directory: str) -> dict[str, str]:
    """Return the settings about signatures that others add: they never ask for less.

    Who requires signatures names the keys: others may name keys only for what they require.
    """
    found: dict[str, str] = {}
    if "module_signatures" in said:
        asked = settings.with_values({"module_signatures": said["module_signatures"]})
        modes = (settings.module_signatures, asked.module_signatures)
        found["module_signatures"] = max(modes, key=SIGNATURES.index)
    is_free = settings.module_signatures == "off" and not settings.get("module_trust")
    if "module_trust" in said and is_free:
        trust = settings.expand(said["module_trust"])
        found["module_trust"] = os.path.normpath(os.path.join(directory, trust))
    return found


def _program(command: str | None, directory: str) -> str | None:
    """Return a command; a relative program is in the environment's directory."""
    if not command or command.startswith(("/", "$")):
        return command
    return os.path.normpath(os.path.join(directory, command))


def _expanded(modulepath: str, directory: str, world: World) -> list[str]:
    """Return the directories of a module path; each may be relative, or a pattern for several."""
    found: list[str] = []
    for entry in modulepath.split(":"):
        path = os.path.normpath(os.path.join(directory, entry))
        if entry and _PATTERN.isdisjoint(entry):
            found.append(path)
        elif entry:
            from duckrow.puppet.runtime.glob import paths_matching

            found += sorted(paths_matching(world, path))
    return found
