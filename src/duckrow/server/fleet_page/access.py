"""Who may look at the page of the fleet.

1. Nobody but clients on loopback, unless `enabled` of page.conf is true.
2. Then: a client whose certificate a rule of auth.conf allows, or who knows the token.
3. A browser sends the token once, in a form. It gets a cookie with a digest of token and time:
   who finds the cookie does not know the token, and a new token makes all cookies worthless.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from hmac import digest as keyed_digest
from ipaddress import ip_address
from stat import S_IROTH, S_IWOTH
from time import time
from urllib.parse import urlencode

from duckrow.machine.paths import read_bytes, status
from duckrow.server.fleet_page.settings import PageSettings
from duckrow.server.http.exchange import Answer, Refusal
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.conf_d import AuthConf
    from duckrow.server.http.exchange import Request
    from duckrow.server.log import Log

START = "/fleet"
SIGN_IN = f"{START}/sign-in"
SIGN_OUT = f"{START}/sign-out"
STATIC = f"{START}/static/"
COOKIE = "__Host-duckrow"  # browsers accept this name only with Secure, and for one host
LEAST_TOKEN = 20  # characters
_LONGEST_FILE = 4096
_SIGNED_IN = 12 * 3600  # seconds
_BEARER = "Bearer "


def is_for_page(request: Request) -> bool:
    """Return whether a request is for the page."""
    return request.path == START or request.path.startswith(f"{START}/")


class SignInRefusal(Refusal):
    """A request of a browser that has to sign in first."""

    def __init__(self, request: Request) -> None:
        super().__init__(303, "sign in first", None)
        fields = {name: values[-1] for name, values in request.query.items() if values}
        self._wanted = request.path + (f"?{urlencode(fields)}" if fields else "")

    def answer(self) -> Answer:
        where = f"{SIGN_IN}?{urlencode({'next': self._wanted})}"
        return Answer(b"", status=303, headers={"Location": where, "Cache-Control": "no-store"})


class PageAccess:
    """Decides who may look; the token is read again when its file changes."""

    __slots__ = ("_key", "_log", "_stamp", "settings")

    def __init__(self, settings: Settings, log: Log) -> None:
        """Read the settings. Raises InputError."""
        self.settings = PageSettings(settings)
        self._log = log
        self._key = b""
        self._stamp: tuple[int, int] | None = None
        if self.settings.token_file:
            self._stamp = self._stamp_now()
            self._key = _read_key(self.settings.token_file)

    @property
    def has_token(self) -> bool:
        """Whether a token opens the page."""
        return bool(self._key)

    def look_again(self) -> None:
        """Read the token again if its file has changed; no token is valid while it is unusable."""
        if not self.settings.token_file:
            return
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self._key = _read_key(self.settings.token_file)
        except InputError as error:
            self._key = b""
            why = f" ({error.why})" if error.why else ""
            self._log("err", f"{error}{why}")
        else:
            self._log("notice", f"read {self.settings.token_file} again")

    def _stamp_now(self) -> tuple[int, int] | None:
        try:
            found = status(self.settings.token_file)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino

    def check(self, request: Request, rules: AuthConf) -> None:
        """Raise a Refusal unless the client may look."""
        self._expect_near(request)
        if request.path == SIGN_IN or request.path.startswith(STATIC):
            return
        if self._has_signed_in(request):
            return
        if request.client is not None:
            rules.check(request)
        elif self.has_token and request.method == "GET" and "authorization" not in request.headers:
            raise SignInRefusal(request)
        else:
            why = "Permission denied: a client certificate or a token is needed"
            self._log("err", f"{request.method} {request.path} from {request.address}: {why}")
            raise Refusal(403, why, None)

    def _expect_near(self, request: Request) -> None:
        is_here = _is_loopback(request.address) and not request.is_passed_on
        if self.settings.is_enabled or is_here:
            return
        why = (
            "the page is for clients on loopback, as in https://localhost:8140/fleet, "
            "unless `enabled` of page.conf is true"
        )
        self._log("err", f"{request.method} {request.path} from {request.address}: {why}")
        raise Refusal(403, f"Permission denied: {why}", None)

    # ---- the token

    def _has_signed_in(self, request: Request) -> bool:
        given = request.headers.get("authorization", "")
        if given.startswith(_BEARER):
            return self.is_token(given[len(_BEARER) :])
        for part in request.headers.get("cookie", "").split(";"):
            name, _, value = part.strip().partition("=")
            if name == COOKIE and self._is_ticket(value):
                return True
        return False

    def is_token(self, given: str) -> bool:
        """Return whether a text is the token; the time that this takes depends on neither."""
        made = _key_of(given.strip().encode("utf-8", "replace"))
        return compare_digest(made, self._key or bytes(32)) and self.has_token

    def _is_ticket(self, value: str) -> bool:
        until, _, mark = value.partition(".")
        if not (self.has_token and until.isascii() and until.isdecimal() and len(until) < 16):
            return False
        is_ours = compare_digest(self._mark(until).encode(), mark.encode("utf-8", "replace"))
        return is_ours and int(until) > time()

    def _mark(self, until: str) -> str:
        return keyed_digest(self._key, f"until {until}".encode(), "sha256").hex()

    def cookie(self) -> str:
        """Return the header that signs a browser in."""
        until = str(int(time()) + _SIGNED_IN)
        return f"{COOKIE}={until}.{self._mark(until)}; Max-Age={_SIGNED_IN}; {_ONLY_HERE}"


_ONLY_HERE = "Path=/; Secure; HttpOnly; SameSite=Lax"
NO_COOKIE = f"{COOKIE}=; Max-Age=0; {_ONLY_HERE}"


def _is_loopback(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def _read_key(path: str) -> bytes:
    """Return the key that a file with a token stands for. Raises InputError."""
    try:
        mode = status(path).st_mode
        content = read_bytes(path, _LONGEST_FILE + 1)
    except OSError as error:
        raise InputError(f"cannot read the token of the page, {path}: {reason(error)}") from None
    if mode & (S_IROTH | S_IWOTH):
        raise InputError(
            f"cannot use the token of the page, {path}",
            why="every user of this host may read or write it",
            hint=f"chmod o-rw {path}",
        )
    token = content.strip()
    if not LEAST_TOKEN <= len(token) <= _LONGEST_FILE:
        raise InputError(
            f"cannot use the token of the page, {path}",
            why=f"it has {len(token)} characters, and needs at least {LEAST_TOKEN}",
            hint=f"openssl rand -hex 32 > {path}",
        )
    return _key_of(token)


def _key_of(token: bytes) -> bytes:
    return sha256(b"duckrow page " + token).digest()
