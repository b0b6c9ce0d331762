"""enclose_ipv6(addresses): put the IPv6 addresses of a list in brackets."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import class_of
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.helpers.addresses import parse_address
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _enclose_ipv6(_scope: Scope, arguments: list[object]) -> list[object]:
    if len(arguments) != 1:
        raise EvaluationError(
            f"enclose_ipv6(): Wrong number of arguments given {len(arguments)} for 1"
        )
    given = arguments[0]
    if type(given) is not str and type(given) is not list:
        raise EvaluationError(
            f"enclose_ipv6(): Wrong argument type given {class_of(given)} expected String or Array"
        )
    values = [value for value in flattened([given]) if value is not None]
    return list(dict.fromkeys(map(_enclosed, values)))


def _enclosed(value: object) -> str:
    if value == "*":
        return "*"
    address = parse_address(value) if type(value) is str else None
    if address is None:
        raise EvaluationError(
            f"enclose_ipv6(): Wrong argument given {to_text(value)} is not an ip address."
        )
    return f"[{address}]" if ":" in address else str(value)


ENCLOSE_IPV6 = LegacyFunction("enclose_ipv6", _enclose_ipv6)
