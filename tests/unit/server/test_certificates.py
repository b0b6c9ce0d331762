"""What a server reads from the certificates of its clients."""

from __future__ import annotations

from cryptography.hazmat.primitives.serialization import Encoding
from tests.unit.server.running import RunningServer
from tests.unit.server.test_vanished_files import settings_of

from duckrow.ca.pem import make_key
from duckrow.ca.requests import make_request
from duckrow.server.http.tls import Certificates
from duckrow.server.log import Log

NEST = "1.3.6.1.4.1.34380.1.2.1"


def test_a_site_has_names_of_its_own_for_extensions(stopped: RunningServer) -> None:
    request = make_request("huey.lab", make_key("ec", 0, "prime256v1"), (), {NEST: "reeds"})
    der = stopped.authority.sign_own(request).public_bytes(Encoding.DER)

    def extensions() -> dict[str, str]:
        certificates = Certificates(settings_of(stopped), stopped.authority, Log())
        return dict(certificates.client_of(der).extensions)

    assert extensions() == {NEST: "reeds"}
    (stopped.directory / "conf/custom_trusted_oid_mapping.yaml").write_text(
        f"oid_mapping:\n  {NEST}: {{shortname: nest, longname: Nest}}\n"
    )
    assert extensions() == {"nest": "reeds"}
