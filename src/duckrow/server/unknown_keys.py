"""Keys of configuration files that have no effect here, named at the start.

A key that is unknown may be a typing error: a warning. Keys of puppetserver that duckrow ignores on
purpose are listed below; docs/server_files.md shows them, and the log does with --verbose. Some of
them say something that a setting of puppet.conf says here: these are warnings too.
"""

from __future__ import annotations

from duckrow.puppet.settings.conf import SECTIONS, place_of, read_conf
from duckrow.puppet.settings.defaults import KNOWN
from duckrow.server.conf_d import CA_KEYS, read_document
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.data.hocon_strict import Section
    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.log import Log

# The sections of each file, and the keys of each that count.
USED: dict[str, dict[str, tuple[str, ...]]] = {
    "webserver.conf": {"webserver": ("ssl-host", "ssl-port")},
    "ca.conf": {"certificate-authority": CA_KEYS},
    "puppetserver.conf": {
        "jruby-puppet": ("track-lookups",),
        "http-client": (),
        "profiler": (),
        "dropsonde": (),
    },
}
# Keys that name a file or a directory: here a setting of puppet.conf names it.
SET_ELSEWHERE = {
    "ssl-cert": "hostcert",
    "ssl-key": "hostprivkey",
    "ssl-ca-cert": "localcacert",
    "ssl-crl-path": "hostcrl",
    "host": "ssl-host of this file",
    "port": "ssl-port of this file",
    "server-conf-dir": "confdir",
    "server-code-dir": "codedir",
    "server-var-dir": "vardir",
    "server-run-dir": "rundir",
    "server-log-dir": "logdir",
    "master-conf-dir": "confdir",
    "master-code-dir": "codedir",
    "master-var-dir": "vardir",
    "master-run-dir": "rundir",
    "master-log-dir": "logdir",
}
# Keys about Java, JRuby, Jetty and old ways of authorization.
IGNORED: dict[str, tuple[str, ...]] = {
    "webserver": (
        *("acceptor-threads", "access-log-config", "allow-renegotiation", "cipher-suites"),
        *("client-auth", "default-server", "gzip-enable", "idle-timeout-milliseconds"),
        *("jmx-enable", "max-threads", "post-config-script", "queue-max-size"),
        *("request-body-max-size", "request-header-max-size", "selector-threads"),
        *("shutdown-timeout-seconds", "sni-host-check", "sni-required", "so-linger-seconds"),
        *("ssl-acceptor-threads", "ssl-cert-chain", "ssl-protocols", "ssl-selector-threads"),
        "static-content",
    ),
    "certificate-authority": ("access-control", "certificate-status", "enable-infra-crl"),
    "jruby-puppet": (
        *("boltlib-path", "borrow-timeout", "compile-mode", "disable-i18n"),
        *("environment-class-cache-enabled", "environment-vars", "gem-home", "gem-path"),
        *("max-active-instances", "max-queued-requests", "max-requests-per-instance"),
        *("max-retry-delay", "multithreaded", "profiler-output-file", "profiling-mode"),
        *("ruby-load-path", "splay-instance-flush", "use-legacy-auth-conf"),
    ),
    "http-client": (
        *("cipher-suites", "connect-timeout-milliseconds", "idle-timeout-milliseconds"),
        *("metrics-enabled", "ssl-protocols"),
    ),
    "profiler": ("enabled",),
    "dropsonde": ("enabled", "interval"),
}


def warn_of_unknown_keys(settings: Settings, file: str, log: Log) -> None:
    """Log the keys of conf.d, and the settings in puppet.conf, that have no effect."""
    for name, sections in USED.items():
        document = read_document(settings, name)
        if document is not None:
            _warn_of_sections(document, sections, log)
    if file:
        _warn_of_settings(settings, file, log)


def _warn_of_sections(document: Section, sections: dict[str, tuple[str, ...]], log: Log) -> None:
    for name in document.keys():  # noqa: SIM118  (it is no dict)
        if name in sections:
            _warn_of_keys(document.section(name), name, sections[name], log)
        else:
            _warn_of(document, name, sections, log)


def _warn_of_keys(section: Section, name: str, used: tuple[str, ...], log: Log) -> None:
    ignored = IGNORED[name]
    for key in section.keys():  # noqa: SIM118
        if key in used:
            continue
        if key in ignored:
            log("info", str(section.error(f"{key} has no effect here", key)))
        elif key in SET_ELSEWHERE:
            what = f"{key} has no effect here; try: {SET_ELSEWHERE[key]}"
            more = "" if what.endswith("file") else " in puppet.conf"
            log("warning", str(section.error(f"{what}{more}", key)))
        else:
            _warn_of(section, key, (*used, *ignored), log)


def _warn_of(section: Section, key: str, known: Iterable[str], log: Log) -> None:
    hint = did_you_mean(key, known) or "duckrow serve reads no such key"
    log("warning", str(section.error(f"unknown key '{key}' has no effect; {hint}", key)))


def _warn_of_settings(settings: Settings, file: str, log: Log) -> None:
    """Warn of names that no setting has; those of sections for other programs are their affair."""
    sections = read_conf(file, settings.world) or {}
    for section in SECTIONS[:3]:
        for name in sections.get(section, ()):
            if name not in KNOWN:
                place = place_of(file, name, settings.world)
                hint = did_you_mean(name, KNOWN) or "no setting has a similar name"
                log("warning", f"there is no setting {name} {place}: it has no effect; {hint}")
