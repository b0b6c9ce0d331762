"""Secrets in the messages of examples that fail.

A spec may unwrap a Sensitive value, and then a message has it in quotes. Words without quotes stay:
the secret `password` of a spec is also the name of a parameter.
"""

from __future__ import annotations

from duckrow.puppet.explain.secrets import secrets_of
from duckrow.ruby.values.inspect import inspect
from duckrow.state.secrets import REDACTED, SHORTEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.build import Build
    from duckrow.spec.compile import Compiler


def without_secrets(text: str, compiler: Compiler) -> str:
    """Return a message without the secrets of the catalogs that were compiled last."""
    if '"' not in text:
        return text
    for secret in sorted(compiler.secrets(), key=len, reverse=True):
        text = text.replace(secret, f'"{REDACTED}"' if secret[0] == '"' else f'\\"{REDACTED}\\"')
    return text


def quoted_secrets(build: Build) -> frozenset[str]:
    """Return the secrets of a catalog, as Ruby writes strings in messages."""
    found = {inspect(each) for each in secrets_of(build, ()) if len(each) >= SHORTEST}
    return frozenset(found | {inspect(each)[1:-1] for each in found})  # in another string
