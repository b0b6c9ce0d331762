"""What the agent says of a server whose certificate has another name."""

from __future__ import annotations

import pytest

from duckrow.puppet.agent import failures
from duckrow.puppet.agent.failures import connection_failure
from duckrow.puppet.agent.servers import Address
from duckrow.puppet.settings.settings import Settings


@pytest.mark.parametrize(
    ("host", "code", "text"),
    [
        ("vm", 62, "Hostname mismatch, certificate is not valid for 'vm'."),
        ("127.0.0.1", 64, "IP address mismatch, certificate is not valid for '127.0.0.1'."),
    ],
)
def test_a_name_and_an_address_that_the_certificate_lacks(
    host: str, code: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failures, "_expected_names", lambda _address: "; expected one of pond.lab")
    error = OSError(text)
    error.verify_code, error.verify_message = code, text  # type: ignore[attr-defined]
    found = connection_failure(error, "https://x", Address(host, 8140), Settings({}))
    what = f"Server hostname '{host}' did not match server certificate; expected one of pond.lab"
    assert (str(found), found.why) == (what, text)
    assert found.hint == "name the server as its certificate does, with the setting server"
