"""The secrets of a run: which values answers and recordings redact.

CFEngine has no type for secrets. A value is one if its variable has the tag `noreport`, or a name
that ends in such a word as `password`; a string also if it contains a private key. The keys of data
containers count as names. A secret is redacted wherever its text occurs.
"""

from __future__ import annotations

from duckrow.state.secrets import Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from duckrow.cfengine.evaluation.messages.recorder import Change

# The tag of variables that reports leave out.
_TAG = "noreport"
_WORDS = (
    "password", "passwd", "passphrase", "secret", "token", "credential", "credentials",
    "private_key",
)  # fmt: skip
_KEY = "PRIVATE KEY-----"


def is_secret_name(name: str) -> bool:
    """Return whether a variable, a parameter or a key of this name holds a secret."""
    return name.lower().rstrip("]").endswith(_WORDS)


def secret_changes(changes: Iterable[Change]) -> list[Change]:
    """Return the changes whose new value is a secret, whatever it is."""
    return [
        each
        for each in changes
        if each.variable is not None and (_TAG in each.tags or is_secret_name(each.name))
    ]


def secrets_of(changes: Sequence[Change]) -> Secrets:
    """Return the secret strings in all values that variables got."""
    texts: list[str] = []
    hidden = set(map(id, secret_changes(changes)))
    for change in changes:
        if change.variable is not None:
            value, is_secret = change.variable.value, id(change) in hidden
            if type(value) is not str:
                texts += _strings(value, is_secret=is_secret)
            elif is_secret or _KEY in value:
                texts.append(value)
    secrets = Secrets()
    secrets.add(texts)
    return secrets


def _strings(value: object, *, is_secret: bool) -> Iterator[str]:
    if isinstance(value, str):
        if is_secret or _KEY in value:
            yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _strings(item, is_secret=is_secret or is_secret_name(name))
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, is_secret=is_secret)
