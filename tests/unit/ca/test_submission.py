from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from cryptography.x509 import Certificate
from tests.unit.ca.making import Log, alt_names, csr

from duckrow.ca.authority import Authority
from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.submission import submit


def test_autosign_signs_and_says_why(authority: Authority, log: Log) -> None:
    authority.rules.autosign = True
    certificate = submit(authority, "huey.lab", csr("huey.lab"))
    assert certificate == authority.certificate("huey.lab")
    assert "autosign accepts huey.lab: autosign is true" in log.texts


def test_autosign_signs_nothing_that_the_authority_rejects(authority: Authority, log: Log) -> None:
    authority.rules.autosign = True
    with pytest.raises(RejectedRequestError, match="alternative names"):
        submit(authority, "huey.lab", csr("huey.lab", [alt_names("pond.lab")]))
    assert "autosign accepts huey.lab: autosign is true" in log.texts
    assert not [each for each in log.texts if "sign" in each.split()[:2]]


def test_without_autosign_the_request_waits(authority: Authority, log: Log) -> None:
    assert submit(authority, "huey.lab", csr("huey.lab")) is None
    assert authority.request_pem("huey.lab") is not None
    assert "autosign does not sign huey.lab: autosign is false" in log.texts


def test_a_request_that_came_while_another_was_judged_is_not_signed(
    authority: Authority, tmp_path: Path
) -> None:
    """The program accepts the first request; meanwhile a second one takes its place."""
    stored = tmp_path / "ca" / "requests" / "huey.lab.pem"
    other = tmp_path / "other.pem"
    other.write_bytes(csr("huey.lab"))
    policy = tmp_path / "policy"
    policy.write_text(f"#!/bin/sh\ncp {other} {stored}\n")
    policy.chmod(0o755)
    authority.rules.autosign = str(policy)
    authority.rules.allow_duplicate_certs = True
    with pytest.raises(RejectedRequestError, match="another request of huey"):
        submit(authority, "huey.lab", csr("huey.lab"))
    assert authority.certificate("huey.lab") is None
    assert stored.read_bytes() == other.read_bytes()


def test_a_slow_program_does_not_stop_others(authority: Authority, tmp_path: Path) -> None:
    """The program of huey ends only when dewey, who comes later, has a certificate."""
    policy = tmp_path / "policy"
    done = tmp_path / "ca" / "signed" / "dewey.lab.pem"
    policy.write_text(
        f'#!/bin/sh\n[ "$1" = dewey.lab ] && exit 0\nwhile [ ! -e {done} ]; do sleep 0.01; done\n'
    )
    policy.chmod(0o755)
    authority.rules.autosign = str(policy)

    async def both() -> list[Certificate | None]:
        slow = asyncio.create_task(
            asyncio.to_thread(submit, authority, "huey.lab", csr("huey.lab"))
        )
        while authority.request_pem("huey.lab") is None:
            await asyncio.sleep(0.01)
        quick = await asyncio.to_thread(submit, authority, "dewey.lab", csr("dewey.lab"))
        return [quick, await slow]

    assert all(asyncio.run(both()))
