"""Files of SSH keys: authorized_keys of a user, known_hosts of a host."""

from __future__ import annotations

from duckrow.machine.texts.lines import Lines, checked_field, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = frozenset(
    "ssh-rsa ssh-dss ssh-ed25519 ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 "
    "sk-ecdsa-sha2-nistp256@openssh.com sk-ssh-ed25519@openssh.com "
    "ssh-rsa-cert-v01@openssh.com ssh-dss-cert-v01@openssh.com ssh-ed25519-cert-v01@openssh.com "
    "ecdsa-sha2-nistp256-cert-v01@openssh.com ecdsa-sha2-nistp384-cert-v01@openssh.com "
    "ecdsa-sha2-nistp521-cert-v01@openssh.com".split()
)
# Precedes the number of a key without a comment.
UNNAMED = ":unnamed-"


class AuthorizedKey:
    """A key that may log in, with its options."""

    __slots__ = ("comment", "key", "kind", "options")

    def __init__(
        self, kind: str, key: str, comment: str = "", options: tuple[str, ...] = ()
    ) -> None:
        self.kind = kind
        self.key = key
        self.comment = comment
        self.options = options


class KnownHost:
    """The key of a host; `marker` is @cert-authority, @revoked or empty."""

    __slots__ = ("comment", "key", "kind", "marker", "names")

    def __init__(
        self, names: tuple[str, ...], kind: str, key: str, comment: str = "", marker: str = ""
    ) -> None:
        self.names = names
        self.kind = kind
        self.key = key
        self.comment = comment
        self.marker = marker


def parse_authorized_keys(content: bytes) -> Lines[AuthorizedKey]:
    """Read authorized_keys."""
    return Lines(content, read_authorized_key, write_authorized_key, respace_authorized_key)


def parse_known_hosts(content: bytes) -> Lines[KnownHost]:
    """Read known_hosts."""
    return Lines(content, read_known_host, write_known_host, respace_known_host)


def named_keys(path: str, keys: Iterable[AuthorizedKey]) -> Iterator[tuple[str, AuthorizedKey]]:
    """Return each key with a name: its comment, or PATH:unnamed-NUMBER."""
    unnamed = 0
    for key in keys:
        if key.comment:
            yield key.comment, key
        else:
            unnamed += 1
            yield f"{path}{UNNAMED}{unnamed}", key


def read_authorized_key(line: str) -> AuthorizedKey | None:
    """Parse a line: options if it does not begin with a kind of key, then kind, key, comment."""
    text = line.strip(" \t")
    if not text or text.startswith("#"):
        return None
    options: tuple[str, ...] = ()
    if split_words(text, 1)[0] not in KINDS:
        end = _end_of_options(text)
        options, text = tuple(_split_options(text[:end])), text[end:].lstrip(" \t")
    fields = split_words(text, 2)
    if len(fields) < 2 or fields[0] not in KINDS:
        return None
    return AuthorizedKey(fields[0], fields[1], fields[2] if len(fields) > 2 else "", options)


def write_authorized_key(key: AuthorizedKey) -> str:
    """Return the line of a key."""
    words = [",".join(key.options)] if key.options else []
    words += [key.kind, key.key]
    words += [key.comment] if key.comment else []
    return checked_field(" ".join(words))


def respace_authorized_key(line: str) -> str:
    """Return a line with single spaces between its fields; a missing comment is an empty field."""
    key = read_authorized_key(line)
    if key is None:
        return line
    comment = key.comment + line[len(line.rstrip(" \t")) :] if key.comment else ""
    words = [",".join(key.options)] if key.options else []
    return " ".join([*words, key.kind, key.key, comment])


def read_known_host(line: str) -> KnownHost | None:
    """Parse a line of known_hosts."""
    text = line.strip(" \t")
    if not text or text.startswith("#"):
        return None
    marker = ""
    if text.startswith("@"):
        marker, _, text = text.partition(" ")
    fields = split_words(text, 3)
    if len(fields) < 3:
        return None
    comment = fields[3] if len(fields) > 3 else ""
    return KnownHost(tuple(fields[0].split(",")), fields[1], fields[2], comment, marker)


def write_known_host(host: KnownHost) -> str:
    """Return the line of a host."""
    words = [host.marker] if host.marker else []
    words += [",".join(host.names), host.kind, host.key]
    words += [host.comment] if host.comment else []
    return checked_field(" ".join(words))


def respace_known_host(line: str) -> str:
    """Return a line with single spaces between its words."""
    return " ".join(split_words(line))


def _end_of_options(text: str) -> int:
    """Return the index of the first space outside quotes; a backslash escapes a quote."""
    is_quoted = False
    at = 0
    while at < len(text):
        if text[at] == "\\" and text[at + 1 : at + 2] == '"':
            at += 1
        elif text[at] == '"':
            is_quoted = not is_quoted
        elif text[at] in " \t" and not is_quoted:
            return at
        at += 1
    return at


def _split_options(text: str) -> list[str]:
    options: list[str] = []
    start = at = 0
    is_quoted = False
    while at < len(text):
        if text[at] == "\\" and text[at + 1 : at + 2] == '"':
            at += 1
        elif text[at] == '"':
            is_quoted = not is_quoted
        elif text[at] == "," and not is_quoted:
            options.append(text[start:at])
            start = at + 1
        at += 1
    options.append(text[start:])
    return [option for option in options if option]
