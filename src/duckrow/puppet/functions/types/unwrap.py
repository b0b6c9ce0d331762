"""unwrap(secret) |$x| { }: return the value inside a Sensitive, or pass it to a block."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _secret(_scope: Scope, secret: Any, block: Block | None = None) -> object:
    return secret.unwrap() if block is None else block(secret.unwrap())


def _other(_scope: Scope, value: object, block: Block | None = None) -> object:
    return value if block is None else block(value)


UNWRAP = Function(
    "unwrap",
    Form("Sensitive arg", "&?Callable block", run=_secret),
    Form("Any arg", "&?Callable block", run=_other),
)
