"""The errors of the agent."""

from __future__ import annotations

from duckrow.source.errors import InputError


def new_certificate(name: str) -> str:
    """Return what gives a node another certificate, as a hint."""
    return (
        f"on the CA: duckrow ca clean {name} (or puppetserver ca clean --certname {name});"
        " here: puppet ssl clean (or remove ssldir), then run the agent again"
    )


class AgentError(InputError):
    """Something that keeps the agent from its run, in the words of the reference."""


class NotSignedError(AgentError):
    """The CA has not signed the request of this node yet."""


class ResponseError(AgentError):
    """An answer of a server that is an error."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"Error {status} on SERVER: {message}")
        self.status = status
        self.message = message


class ConnectionFailed(AgentError):  # noqa: N818  (an event, and an error)
    """A server that was not reached, or that cannot be trusted."""


class RejectedNodeError(ConnectionFailed):
    """The certificate of this node is not valid, or the server rejects it: no request will work."""
