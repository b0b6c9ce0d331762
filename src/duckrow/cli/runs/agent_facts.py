"""The facts of this host with the plugins that an agent has synchronized."""

from __future__ import annotations

from duckrow import PUPPET_VERSION
from duckrow.cli.ruby_facts import ruby_facts
from duckrow.cli.target import cache_directory
from duckrow.facts.lazy import LazyFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.options import Arguments
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings

SOURCE = "Facter"


def agent_facts(
    arguments: Arguments, settings: Settings, log: Log, *, is_noop: bool = False
) -> dict[str, object]:
    """Return all facts."""
    plugins = str(settings["plugindest"])
    paths = str(settings["factpath"]).split(":")
    custom = dict.fromkeys([f"{plugins}/facter", *paths, f"{plugins}/duckrow/facts"])
    has_cache = not arguments.has("no-cache")
    return LazyFacts(
        given={
            "clientcert": settings["certname"],
            "clientnoop": is_noop,
            "clientversion": PUPPET_VERSION,
            "puppetversion": PUPPET_VERSION,
        },
        external=[str(settings["pluginfactdest"])],
        custom=list(custom),
        shows_legacy=bool(settings["include_legacy_facts"]),
        warn=lambda message: log("warning", message, SOURCE),
        ruby=ruby_facts(
            lambda: settings,
            lambda message: log("err", _bare(message), SOURCE),
            lambda level, message: log(level, _bare(message), SOURCE),
            (arguments.get("cache-dir") or cache_directory()) if has_cache else None,
        ),
    ).plain()


def _bare(message: str) -> str:
    """Return a message without its source, which the log names."""
    return message.removeprefix(f"{SOURCE}: ")
