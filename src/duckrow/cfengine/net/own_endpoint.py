"""This host's side of its connections to servers: its key, and a certificate that shows it.

The certificate is a file beside the key, since the library that makes one takes longer to import
than the rest of a run that copies nothing. It is a cache: one that is missing, damaged, old or of
another key is made again. Where it cannot be written, a run makes one for itself.
"""

from __future__ import annotations

from contextlib import suppress
from time import time

from duckrow.cfengine.net.keys import PASSPHRASE, KeyFileError
from duckrow.machine.files.private import replace_file
from duckrow.machine.paths import status
from duckrow.machine.tls_client import ClientEndpoint, names_suites
from duckrow.machine.tls_stream import VERSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.net.keys import Keys
    from duckrow.machine.tls_peers import Endpoint

_YEAR = 365 * 86400.0  # a certificate is valid for ten
_EXTRA = ("cryptography", "OpenSSL")


def own_endpoint(
    keys: Keys,
    lowest: str | None,
    ciphers: str | None,
    log: Log,
    say_why: Callable[[str], None],
) -> ClientEndpoint | Endpoint | None:
    """Return this host's side of its connections; without a key, or with bad ciphers, log why."""
    warn_of_version(lowest, log)
    try:
        if names_suites(ciphers):
            return _endpoint_with_suites(keys, lowest, ciphers)
        found = ClientEndpoint(lowest, ciphers)
        _show_key(found, keys)
    except KeyFileError as error:
        say_why(str(error))
        log.error("No public/private key pair is loaded, please create one using cf-key")
    except ValueError as error:
        log.error(str(error))
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _EXTRA:
            raise
        log.error(f"The Python package {package} is not installed")
        log.error("try: pip install 'duckrow[cfengine]'")
    else:
        return found
    return None


def warn_of_version(lowest: str | None, log: Log) -> None:
    """Log that a lowest version of TLS means nothing, so that nobody relies on it."""
    if lowest and lowest not in VERSIONS:
        log.warning(
            f"Unrecognized requested minimum TLS version '{lowest}', using the minimum required "
            "version 1.1."
        )


def _endpoint_with_suites(keys: Keys, lowest: str | None, ciphers: str | None) -> Endpoint:
    from duckrow.machine.tls_peers import Endpoint, TlsSettings

    return Endpoint(TlsSettings(keys.own(), lowest, ciphers), is_server=False)


def _show_key(endpoint: ClientEndpoint, keys: Keys) -> None:
    """Show the key of this host to servers."""
    file = keys.certificate_file
    if _is_recent(file) and endpoint.show(file, keys.private_file, PASSPHRASE):
        return
    key = keys.own()
    from duckrow.machine.peer_certificate import certificate_text

    content = certificate_text(key)
    with suppress(OSError):  # the disk may be full or read-only
        replace_file(file, content, 0o600)
        if endpoint.show(file, keys.private_file, PASSPHRASE):
            return
    try:
        endpoint.show_content(content, keys.private_file, PASSPHRASE)
    except ValueError as error:
        raise ValueError(
            f"TLS cannot use the key of this host, of {key.key_size} bits: {error}"
        ) from None


def _is_recent(file: str) -> bool:
    try:
        return abs(time() - status(file).st_mtime) < _YEAR
    except OSError:
        return False
