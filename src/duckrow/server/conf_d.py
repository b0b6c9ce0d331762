"""The files of puppetserver's conf.d: webserver.conf, ca.conf and auth.conf.

The directory is conf.d beside `cadir`, else /etc/puppetlabs/puppetserver/conf.d or the like beside
`confdir`, else `confdir`/conf.d. `unknown_keys` names keys that have no effect here.
"""

from __future__ import annotations

from duckrow.ca.rules import LONGEST_TTL, Rules, autosign_in, seconds_in
from duckrow.data.errors import DataError
from duckrow.data.hocon_strict import load_strict
from duckrow.machine.paths import exists, is_directory, names_in, read_bytes
from duckrow.puppet.world import World
from duckrow.server.authorization.rules import rules_of
from duckrow.server.environments.versioned_code import VersionedCode, versioned_code
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.data.hocon_strict import Section
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.world import Stamp
    from duckrow.server.authorization.rules import Rules as AuthorizationRules
    from duckrow.server.http.exchange import Request
    from duckrow.server.http.proxies import Proxies
    from duckrow.server.log import Log

CA_KEYS = (
    "allow-subject-alt-names",
    "allow-authorization-extensions",
    "allow-auto-renewal",
    "auto-renewal-cert-ttl",
)


def cadir_of(settings: Settings) -> str:
    """Return the directory of the authority: of the settings, or where Puppet looks for it."""
    if "cadir" in settings.given:
        return str(settings["cadir"])
    places = cadir_places(settings)
    return next((path for path in places if is_directory(path)), places[-1])


def cadir_places(settings: Settings) -> list[str]:
    """Return where packages have the authority; the last place is that of a new one.

    Puppet's and OpenVox's packages have it beside `confdir`, Debian's in it, and all of them had it
    in `ssldir` once.
    """
    confdir = str(settings["confdir"])
    beside = f"{confdir.rpartition('/')[0]}/puppetserver/ca"
    last = [beside, str(settings["cadir"])]
    if confdir.endswith(("/puppetlabs/puppet", "/.puppetlabs/etc/puppet")):
        last.reverse()
    return [f"{settings['ssldir']}/ca", *last]


def ca_ttl_of(settings: Settings) -> int:
    """Return how long certificates are valid, in seconds."""
    seconds = settings["ca_ttl"]
    if not 0 < seconds <= LONGEST_TTL:
        raise InputError(f"Config setting ca_ttl must have a value below {LONGEST_TTL}")
    return int(seconds)


def conf_d_of(settings: Settings) -> str:
    """Return the directory of configuration files; it may not exist."""
    confdir = str(settings["confdir"])
    beside = [cadir_of(settings).rpartition("/")[0], f"{confdir.rpartition('/')[0]}/puppetserver"]
    found = [f"{each}/conf.d" for each in (*beside, confdir)]
    return next((path for path in found if is_directory(path)), found[-1])


def read_section(settings: Settings, file: str, name: str) -> Section | None:
    """Return a section of a file in conf.d; None without the file. Raises InputError."""
    document = read_document(settings, file)
    if document is None:
        return None
    try:
        return document.section(name)
    except DataError as error:
        raise InputError(str(error)) from None


def read_document(settings: Settings, file: str) -> Section | None:
    """Return all sections of a file in conf.d; None without the file. Raises InputError."""
    path = f"{conf_d_of(settings)}/{file}"
    if not exists(path):
        return None
    try:
        return load_strict(read_bytes(path), path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None
    except DataError as error:
        raise InputError(str(error)) from None


def versioned_code_of(settings: Settings, log: Log) -> VersionedCode | None:
    """Return the commands that know versions of code; None without them. Raises InputError.

    They may be in any file of conf.d, as for puppetserver; files about other things are not read.
    """
    directory = conf_d_of(settings)
    names = names_in(directory) if is_directory(directory) else []
    for name in names:
        if name.endswith(".conf") and _mentions(f"{directory}/{name}", b"versioned-code"):
            section = read_section(settings, name, "versioned-code")
            if section is not None and list(section.keys()):
                return _versioned_code(section, log)
    return None


def _mentions(path: str, word: bytes) -> bool:
    try:
        return word in read_bytes(path)
    except OSError:
        return False


def _versioned_code(section: Section, log: Log) -> VersionedCode | None:
    try:
        section.expect_keys("code-id-command", "code-content-command")
        return versioned_code(
            section.text("code-id-command", ""), section.text("code-content-command", ""), log
        )
    except DataError as error:
        raise InputError(str(error)) from None


def address_of(settings: Settings) -> tuple[str, int]:
    """Return where to listen: as webserver.conf says, else every address and serverport."""
    port = int(settings["serverport"])
    section = read_section(settings, "webserver.conf", "webserver")
    if section is None:
        return "", port
    try:
        host = section.text("ssl-host", "")
        return ("" if host == "0.0.0.0" else host), section.number("ssl-port", port)  # noqa: S104
    except DataError as error:
        raise InputError(str(error)) from None


def tracks_lookups(settings: Settings) -> bool:
    """Return whether the keys that compiles look up are stored: of puppetserver.conf."""
    section = read_section(settings, "puppetserver.conf", "jruby-puppet")
    if section is None:
        return False
    try:
        return section.flag("track-lookups", False)
    except DataError as error:
        raise InputError(str(error)) from None


def ca_rules_of(settings: Settings) -> Rules:
    """Return what the authority may do: of puppet.conf and ca.conf."""
    rules = Rules(
        autosign=autosign_in(str(settings["autosign"])),
        allow_duplicate_certs=settings["allow_duplicate_certs"],
        ca_ttl=ca_ttl_of(settings),
    )
    section = read_section(settings, "ca.conf", "certificate-authority")
    if section is None:
        return rules
    try:
        rules.allow_subject_alt_names = section.flag(CA_KEYS[0])
        rules.allow_authorization_extensions = section.flag(CA_KEYS[1])
        rules.allow_auto_renewal = section.flag(CA_KEYS[2])
        if CA_KEYS[3] in section:
            seconds = seconds_in(section.text(CA_KEYS[3]))
            if seconds is None or not 0 < seconds <= LONGEST_TTL:
                raise section.error(f"'{CA_KEYS[3]}' is a time such as 90d", CA_KEYS[3])
            rules.auto_renewal_cert_ttl = seconds
    except DataError as error:
        raise InputError(str(error)) from None
    return rules


class AuthConf:
    """The rules of auth.conf; read again when the file changes; they stay if it vanishes."""

    __slots__ = ("_is_needed", "_log", "_path", "_rules", "_stamp", "_world")

    def __init__(self, settings: Settings, log: Log) -> None:
        self._path = f"{conf_d_of(settings)}/auth.conf"
        self._log = log
        self._world = World()
        self._is_needed = False  # whether there was a file once: its rules are not given up
        self._stamp: Stamp | None = self._world.stamp(self._path)
        try:
            self._rules = self._read()
        except DataError as error:
            raise InputError(str(error)) from None

    def check(self, request: Request) -> None:
        """Raise a Refusal unless the client may ask."""
        self._rules.check(request, self._log)

    def check_fields(self, request: Request) -> None:
        """Check a request again whose fields have come, if a rule is about fields."""
        if self._rules.have_query:
            self._rules.check(request, self._log)

    @property
    def proxies(self) -> Proxies:
        """The proxies whose headers are believed."""
        return self._rules.proxies

    def may_allow(self, method: str, path: str) -> bool:
        """Return whether a rule lets anyone ask for a path."""
        return self._rules.may_allow(method, path)

    def look_again(self) -> None:
        """Read the rules again if the file has changed; ones that are wrong do not count."""
        stamp = self._world.stamp(self._path)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self._rules = self._read()
        except DataError as error:
            self._log("err", f"{error}; the rules from before remain")
        else:
            self._log("notice", f"read {self._path} again")

    def _read(self) -> AuthorizationRules:
        self._is_needed = self._is_needed or self._stamp is not None
        rules = rules_of(self._path, is_needed=self._is_needed)
        for warning in rules.warnings:
            self._log("warning", warning)
        return rules
