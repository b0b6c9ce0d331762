"""The target of a command: node, facts, environment and settings.

Commands that compile take these options, and every setting of puppet.conf. A setting comes from the
command line, else from the configuration file, else from its default.
"""

from __future__ import annotations

from duckrow import PUPPET_VERSION
from duckrow.cli.given_paths import expect_directory, expect_readable, expect_readable_file
from duckrow.cli.options import COMMON, Option, UsageError
from duckrow.machine.paths import read_bytes, read_input
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Store

TARGET = (
    Option("--node", "the name of the node (this host's)", metavar="NAME"),
    Option("--facts", "a JSON or YAML file with the node's facts", metavar="FILE"),
    Option("--fact", "set a fact, or a part of one: os.family=RedHat", metavar="NAME=VALUE"),
    Option("--modulepath", "directories of modules", metavar="DIR[:DIR…]"),
    Option("--environment", "the environment (production)", metavar="NAME"),
    Option("--environmentpath", "directories of environments", metavar="DIR[:DIR…]"),
    Option("--no-cache", "neither read nor write the code cache"),
    Option("--cache-dir", "directory of the code cache", metavar="DIR"),
    Option(
        "--section",
        "section of the configuration file, besides main (server; for apply and resource user)",
        metavar="NAME",
    ),
    Option(
        "--strict",
        "severity of minor mistakes (error)",
        choices=("off", "warning", "error"),
    ),
    Option("--strict-variables", "unknown variables are errors (true)", is_switch=True),
)
# The sections that Puppet's commands read, where it is not server.
_SECTIONS = {"apply": "user", "resource": "user"}
# The options above that are settings.
_SETTINGS = {"modulepath", "environment", "environmentpath", "strict", "strict-variables"}


def setting_option(name: str) -> Option | None:
    """Return the option of a setting: --strict error, --strict=error, --noop, --no-noop."""
    from duckrow.puppet.settings.defaults import KNOWN

    key = name.removeprefix("--")
    is_negated = key.startswith("no-") and key.replace("-", "_") not in KNOWN  # not --no-proxy
    key = key.removeprefix("no-") if is_negated else key
    setting = key.replace("-", "_")
    if setting not in KNOWN or not name.startswith("--"):
        return None
    kind = KNOWN[setting][0]
    if is_negated and kind != "flag":
        return None
    if kind == "flag":
        return Option(f"--{key}", "", is_switch=True)
    return Option(f"--{key}", "", metavar="VALUE")


def read_settings(arguments: Arguments, own: Sequence[Option] = ()) -> Settings:
    """Read the configuration file, if there is one, and the command line.

    `own` are options of the sub-command; the remaining options are settings.
    """
    from duckrow.puppet.settings.settings import Settings

    others = {option.key for option in (*own, *TARGET, *COMMON)} - _SETTINGS
    given = {
        name.replace("-", "_"): arguments.get(name)
        for name in arguments.names()
        if name not in others
    }
    base = Settings(given, on_command_line=given)
    base.check_choices()
    for name in ("confdir", "vardir"):
        if name in given:
            expect_directory(base[name])
    usual = _SECTIONS.get(arguments.command[0], "server") if arguments.command else "server"
    file, found = _from_file(base, arguments.get("section", usual))
    if file.endswith("/duckrow.conf"):
        _warn_of_unknown(file, found, arguments)
    try:
        settings = Settings({**found, **given}, base.world, given) if found else base
        settings.check_choices()
    except InputError as error:  # the given value itself is valid
        raise InputError(f"{error} (file: {file})") from None
    if "hiera_config" in given:
        expect_readable_file(settings["hiera_config"])
    return settings


def _warn_of_unknown(file: str, found: Iterable[str], arguments: Arguments) -> None:
    """Warn of names in duckrow.conf that are no settings; puppet.conf may have any."""
    from duckrow.puppet.settings.defaults import KNOWN

    for name in found:
        if name not in KNOWN:
            from duckrow.cli.console import Console
            from duckrow.source.did_you_mean import did_you_mean

            Console(arguments).print_message(
                f"Warning: there is no setting {name} (file: {file})",
                "setting",
                "warning",
                hint=did_you_mean(name, KNOWN),
            )


def configuration_file(settings: Settings) -> str:
    """Return the file that settings are read from; empty if there is none."""
    given = settings.get("config")
    if given is not None:
        return str(given)
    confdir = settings["confdir"]
    files = [f"{confdir}/{name}" for name in ("duckrow.conf", "puppet.conf")]
    return next((each for each in files if settings.world.exists(each)), "")


def _from_file(base: Settings, section: str) -> tuple[str, dict[str, object]]:
    """Read duckrow.conf, else puppet.conf, in the configuration directory; also return its name."""
    world = base.world
    file = configuration_file(base)
    if not file:
        return "", {}
    from duckrow.puppet.settings.conf import read_conf, settings_in

    sections = read_conf(file, world)
    if sections is None:
        raise InputError(f"cannot read {file}: No such file or directory")
    older = ("master",) if section == "server" else ()
    return file, dict(settings_in(sections, file, ("main", *older, section)))


class UsedStore:
    """The store that the settings name; the first question opens it."""

    __slots__ = ("_log", "_settings", "_store")

    def __init__(self, settings: Settings, log: Callable[[str, str], object]) -> None:
        self._settings = settings
        self._log = log
        self._store: Store | None = None

    def find(self) -> Store:
        """Return the store. Raises InputError."""
        if self._store is None:
            from duckrow.server.store.open_store import open_store

            self._store = open_store(self._settings, self._log)
        return self._store

    def close(self) -> None:
        """Close the store if it is open."""
        if self._store is not None:
            self._store.close()
            self._store = None


def use_store(settings: Settings, log: Callable[[str, str], object]) -> UsedStore:
    """Let manifests ask the store that the settings name."""
    used = UsedStore(settings, log)
    settings.world.find_store = used.find
    return used


def make_sources(arguments: Arguments, *, remembers: bool = False) -> Sources:
    """Return a reader of manifests, with the cache of the command line."""
    from duckrow.puppet.loaders.sources import Sources

    if arguments.has("no-cache"):
        return Sources(remembers=remembers)
    from duckrow.puppet.compiler.cache import Cache

    if arguments.has("cache-dir"):
        expect_directory(arguments.get("cache-dir"))
    return Sources(Cache(arguments.get("cache-dir") or cache_directory()), remembers=remembers)


def cache_directory() -> str:
    """Return the default directory of the code cache."""
    from duckrow.machine.this_process import cache_directory as user_cache

    return f"{user_cache()}/duckrow"


def find_target(arguments: Arguments, settings: Settings) -> tuple[Environment, Node]:
    """Find the environment and the node."""
    from duckrow.puppet.environment.node import Node

    if settings.world.find_store is None:
        use_store(settings, lambda level, message: _log(arguments, level, message))
    name = arguments.get("node") or settings["certname"]
    environments: list[Environment] = []
    if arguments.has("facts"):
        facts = _with_given(read_facts(arguments.get("facts")), arguments)
    else:
        facts = _facts_of_host(arguments, settings, environments)
    node = Node(name, facts, server_facts=_server_facts(settings))
    asked = settings.get("environment")
    if settings.get("node_terminus", "plain") != "plain":
        from duckrow.puppet.environment.enc import classify, has_classifier

        has_classifier(settings)  # or it is a typo
        classified = classify(settings, name, settings.world)
        node.classes, node.parameters = classified.classes, classified.parameters
        asked = classified.environment or asked
    environment = _environment(arguments, settings, asked)
    environments.append(environment)
    return environment, node


def _log(arguments: Arguments, level: str, message: str) -> None:
    """Print a warning or an error of something that a compile uses."""
    words = {"warning": ("Warning", "warning"), "err": ("Error", "error")}
    if level in words:
        from duckrow.cli.console import Console

        word, kind = words[level]
        Console(arguments).print_message(f"{word}: {message}", "store", kind)


def _facts_of_host(
    arguments: Arguments, settings: Settings, environments: list[Environment]
) -> dict[str, object]:
    """Return the facts of this host, computed on demand; another node has no facts.

    `environments` will contain the modules of the environment, which may have facts too.
    """
    name = settings["certname"]
    if arguments.get("node", name) != name:
        return _with_given({}, arguments)
    from duckrow.cli.ruby_facts import ruby_facts
    from duckrow.facts.lazy import LazyFacts

    def warn(message: str) -> None:
        from duckrow.cli.console import Console

        Console(arguments).print_message(f"Warning: {message}", "fact", "warning")

    def fail(message: str) -> None:
        from duckrow.cli.console import Console

        Console(arguments).print_message(f"Error: {message}", "fact", "error")

    given: dict[str, object] = {
        "clientcert": name,
        "clientnoop": bool(settings.get("noop")),
        "clientversion": PUPPET_VERSION,
        "puppetversion": PUPPET_VERSION,
    }
    if arguments.has("fact"):
        from duckrow.facts.given import read_given

        given |= read_given(arguments.all("fact"))
    plugins = settings["pluginfactdest"]
    return LazyFacts(
        given=given,
        external=[plugins],
        modulepath=lambda: [path for each in environments for path in each.modulepath],
        versions=lambda: {
            name: path for each in environments for name, path in each.chosen_versions().items()
        },
        custom=str(settings["factpath"]).split(":"),
        shows_legacy=bool(settings.get("include_legacy_facts", True)),
        warn=warn,
        ruby=ruby_facts(
            lambda: settings,
            fail,
            cache=None
            if arguments.has("no-cache")
            else arguments.get("cache-dir") or cache_directory(),
        ),
    )


def _with_given(facts: dict[str, object], arguments: Arguments) -> dict[str, object]:
    if not arguments.has("fact"):
        return facts
    from duckrow.facts.given import put_given, read_given

    return put_given(facts, read_given(arguments.all("fact")))


def _server_facts(settings: Settings) -> dict[str, object]:
    return {"environment": settings.get("environment", "production")}


def _environment(arguments: Arguments, settings: Settings, asked: str | None) -> Environment:
    from duckrow.puppet.environment.find import bare_environment, environment_at, find_directory

    given: dict[str, Any] = {"is_fixed": True}
    if arguments.has("e"):
        given["code"] = "\n".join(arguments.all("e"))
    elif settings.get("code"):
        given["code"] = settings["code"]
    if arguments.words == ["-"]:
        given["code"] = _standard_input()
    elif arguments.words:
        given["manifest"] = _manifest(arguments)
    if settings.get("modulepath"):
        given["modulepath"] = [each for each in settings["modulepath"].split(":") if each]
    sources = make_sources(arguments)
    name = asked or "production"
    directory = find_directory(settings, name)
    if directory is not None:
        return environment_at(settings, name, directory, sources, **given)
    if asked is not None or not (given.keys() & {"code", "manifest"}):
        raise _missing_environment(settings, name)
    return bare_environment(settings, name, sources, **given)


def _missing_environment(settings: Settings, name: str) -> InputError:
    return InputError(
        f"Could not find a directory environment named '{name}' anywhere in the path: "
        f"{settings['environmentpath']}. Does the directory exist?"
    )


def _standard_input() -> str:
    return read_input("-").decode("utf-8", "surrogateescape")


def _manifest(arguments: Arguments) -> str:
    if len(arguments.words) > 1 or arguments.has("e"):
        raise UsageError("name one file or directory, or give code with -e")
    (path,) = arguments.words
    expect_manifest(path)
    return path


def expect_manifest(path: str) -> None:
    """Reject a path that cannot be read, and files of other kinds than manifests."""
    expect_readable(path)
    if path.endswith(".cf"):
        raise UsageError(f"{path} is a policy, not a manifest: duckrow apply and validate take it")
    if path.endswith(".epp"):
        raise UsageError(f"{path} is a template, not a manifest: duckrow validate checks it")


def check_target(arguments: Arguments, settings: Settings) -> None:
    """Reject options that name what does not exist, before anything is done."""
    if arguments.has("fact"):
        from duckrow.facts.given import read_given

        read_given(arguments.all("fact"))
    if arguments.has("facts"):
        expect_readable_file(arguments.get("facts"))
    name = settings.get("environment")
    if name is not None and settings.get("node_terminus") != "exec":
        from duckrow.puppet.environment.find import find_directory

        if find_directory(settings, name) is None:
            raise _missing_environment(settings, name)


def read_facts(path: str) -> dict[str, object]:
    """Read facts: {"os": {…}}, as JSON or YAML, or the output of `facter` and `puppet facts`."""
    try:
        content = read_bytes(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    from duckrow.data.errors import DataError

    try:
        if content.lstrip()[:1] == b"{":
            from duckrow.data.json import load
        else:
            from duckrow.data.yaml import load
        facts = load(content, path)
    except DataError as error:
        raise InputError(f"cannot read {path}: {error}") from None
    if isinstance(facts, dict) and isinstance(facts.get("values"), dict) and "name" in facts:
        facts = facts["values"]
    if not isinstance(facts, dict):
        raise InputError(f"cannot read {path}: facts are a hash")
    return facts
