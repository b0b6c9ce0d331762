"""`puppet facts`: print the facts of this host."""

from __future__ import annotations

from duckrow import PUPPET_VERSION
from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.render import render
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.cli.target import cache_directory
from duckrow.machine.paths import absolute
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.facts.lazy import LazyFacts
    from duckrow.puppet.settings.settings import Settings

_TERMINUS = "facts come from this host only"
_INDIRECTION = (
    Switch("--extra", "arguments of the request", metavar="HASH", refusal=_TERMINUS),
    Switch("--terminus", "where the facts come from", metavar="TERMINUS", refusal=_TERMINUS),
)
APPLICATION = Application(
    "facts",
    "print the facts of this host",
    "[ACTION] [OPTION…] [FACT…]",
    _INDIRECTION,
    actions=(
        Action(
            "show",
            "print facts by name, or all",
            "[OPTION…] [FACT…]",
            (
                Switch("--config-file", "read this facter.conf", metavar="PATH", key="facter-conf"),
                Switch("--custom-dir", "a directory of custom facts", metavar="PATH"),
                Switch("--external-dir", "a directory of external facts", metavar="PATH"),
                Switch("--no-block", "ignore the blocked facts of facter.conf"),
                Switch("--no-cache", "nothing to do: duckrow computes every fact"),
                Switch("--show-legacy", "include legacy facts"),
                Switch("--value-only", "print only the value of a single fact"),
                Switch("--timing", "print the duration of each fact"),
            ),
        ),
        Action("find", "print all facts, with the name of the node and the time", "[NODE]"),
        Action("info", "print where facts come from"),
        Action("save", "store facts", refusal=_TERMINUS),
        Action("upload", "send facts to a Puppet server", arity=0),
    ),
    default="show",
    section="agent",
    examples=("puppet facts show os.family", "puppet facts show kernel --value-only"),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Print facts; an unknown one has no value."""
    settings = settings_of(APPLICATION, arguments, console)
    action = arguments.command[1]
    if action == "info":
        console.print_result("Run mode 'user': facter")
        return 0
    if action == "upload":
        return _upload(arguments, settings, console)
    facts = _make_facts(arguments, settings, console)
    form = arguments.get("render-as")
    if action == "find":
        name = (arguments.words or [str(settings["certname"])])[0]
        console.print_result(_node_facts(facts, name, settings, form or "json"))
        return 0
    is_single = len(arguments.words) == 1
    if arguments.has("value-only") and not is_single:
        console.print_log(
            "warning",
            "Incorrect use of --value-only argument; it can only be used when querying for a"
            " single fact!",
        )
    result: object = _shown(facts, arguments.words)
    if arguments.has("value-only") and is_single and isinstance(result, dict):
        (result,) = result.values()
    console.print_result(render(result, form or "console", _on_console))
    return 0


def _upload(arguments: Arguments, settings: Settings, console: PuppetConsole) -> int:
    """Send all facts of this host to the server."""
    from duckrow.cli.drop_ins.puppet.server import client_of, log_to
    from duckrow.cli.runs.agent_facts import agent_facts
    from duckrow.puppet.agent.catalogs import upload_facts

    values = agent_facts(arguments, settings, log_to(console, "notice"))
    named = str(settings["node_name_fact"])
    name = str(values[named]) if named in values else str(settings["node_name_value"])
    with client_of(settings, console) as client:
        host = client.address.host
        console.print_log("notice", f"Uploading facts for '{name}' to '{host}'")
        upload_facts(client, name, str(settings["environment"]), values)
    return 0


def _shown(facts: LazyFacts, queries: list[str]) -> dict[str, object]:
    from duckrow.cli.commands.facts import find
    from duckrow.facts.show import in_order

    found: dict[str, object]
    if queries:
        values = {query: find(facts, query) for query in queries}
        found = in_order({q: "" if value is None else value for q, value in values.items()})
    else:
        found = in_order(facts.plain())
    return found


def _make_facts(arguments: Arguments, settings: Settings, console: PuppetConsole) -> LazyFacts:
    from duckrow.cli.commands.facts import configured_directories
    from duckrow.cli.ruby_facts import ruby_facts
    from duckrow.facts.configuration import read_configuration
    from duckrow.facts.lazy import LazyFacts
    from duckrow.machine.host import Host
    from duckrow.source.levels import from_level

    def warn(message: str) -> None:
        console.print_log("warning", message)

    shown = from_level(console.level(str(settings["log_level"])))

    def log(level: str, message: str) -> None:
        if level in shown:
            console.print_log(level, message)

    def timed(name: str, seconds: float) -> None:
        console.print_result(f"fact '{name}', took: ({seconds:.6f}) seconds")

    file = arguments.get("facter-conf")
    configuration = read_configuration(Host(), warn, absolute(file) if file else None)
    if arguments.has("no-block"):
        configuration.blocked = frozenset()
    plugins, modulepath = configured_directories(settings)
    given: dict[str, object] = {"puppetversion": PUPPET_VERSION}
    is_find = arguments.command[1] == "find"
    if is_find:
        given |= {
            "clientcert": settings["certname"],
            "clientversion": PUPPET_VERSION,
            "clientnoop": bool(settings.get("noop")),
        }
    return LazyFacts(
        given=given,
        external=[*map(absolute, arguments.all("external-dir")), *plugins],
        custom=[*str(settings["factpath"]).split(":"), *arguments.all("custom-dir")],
        modulepath=lambda: modulepath,
        shows_legacy=is_find or arguments.has("show-legacy"),
        configuration=configuration,
        warn=warn,
        on_found=timed if arguments.has("timing") else None,
        ruby=ruby_facts(
            lambda: settings,
            lambda message: console.print_log("err", message),
            log,
            cache_directory(),
        ),
    )


def _node_facts(facts: LazyFacts, name: str, settings: Settings, form: str) -> str:
    """Return all facts as an object of Puppet: the node, its facts, and how long they count."""
    from time import time

    from duckrow.facts.show import in_order, json_text

    if form not in ("json", "yaml", "pson", "console"):
        raise InputError(f"--render-as {form} is not available: duckrow prints json and yaml")
    now = time()
    data = {
        "name": name,
        "values": in_order(facts.plain()),
        "timestamp": _stamp(now),
        "expiration": _stamp(now + settings["runinterval"]),
    }
    if form != "yaml":
        return json_text(data)
    return f"--- !ruby/object:Puppet::Node::Facts{render(data, 'yaml', json_text)[3:]}"


def _stamp(seconds: float) -> str:
    """Return a moment with nanoseconds and the time zone."""
    from time import strftime

    from duckrow.machine.local_time import local_time

    moment = local_time(seconds)
    zone = strftime("%z", moment)
    fraction = f"{int(seconds % 1 * 1e9):09d}"
    return f"{strftime('%Y-%m-%dT%H:%M:%S', moment)}.{fraction}{zone[:3]}:{zone[3:]}"


def _on_console(result: object) -> str:
    from duckrow.facts.show import json_text

    if isinstance(result, dict | list):
        return json_text(result)
    from duckrow.ruby.values.to_s import to_s

    return to_s(result)
