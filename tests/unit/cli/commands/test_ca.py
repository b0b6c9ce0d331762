from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.ca.making import alt_names, csr, new_authority, openssl_verify, unknown

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory
from duckrow.cli.dispatch import dispatch

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ca(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run an action on the directories below tmp_path; return exit code, stdout and stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        where = ["--cadir", str(tmp_path / "ca"), "--ssldir", str(tmp_path / "ssl")]
        where += ["--confdir", str(tmp_path), "--key-type", "ec"]
        code = dispatch(["ca", *words, *where])
        out, err = capsys.readouterr()
        return code, out.replace(str(tmp_path), "DIR"), err.replace(str(tmp_path), "DIR")

    return run


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    new_authority(tmp_path)
    return Authority(CaDirectory(str(tmp_path / "ca")))


def test_setup(ca: Run, tmp_path: Path) -> None:
    words = ["--certname", "pond.lab", "--subject-alt-names", "nest.lab,IP:10.0.0.1"]
    code, out, err = ca("setup", *words, "--ca-name", "Pond CA")
    assert (code, out, err) == (0, "Generation succeeded. Find your files in DIR/ca\n", "")
    assert openssl_verify(tmp_path, "pond.lab") == "OK"
    code, out, err = ca("setup", *words)
    assert code == 2
    assert "Existing file at 'DIR/ca/ca_crt.pem'" in err


def test_setup_writes_the_extensions_of_csr_attributes(ca: Run, tmp_path: Path) -> None:
    (tmp_path / "csr_attributes.yaml").write_text("extension_requests:\n  pp_role: nest\n")
    assert ca("setup", "--certname", "pond.lab")[0] == 0
    pem = (tmp_path / "ca" / "signed" / "pond.lab.pem").read_bytes()
    from duckrow.ca.extensions import extensions_of
    from duckrow.ca.pem import certificates_in

    assert extensions_of(certificates_in(pem, "")[0])["pp_role"] == "nest"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("extension_requests:\n  subjectAltName: x\n", "Cannot specify CSR extension request"),
        ("extension_requests:\n  pp_quack: x\n", "Cannot create CSR with extension request"),
        ("- 1\n", "it needs a hash"),
        ("a: [\n", "cannot read DIR/csr_attributes.yaml"),
    ],
)
def test_a_bad_csr_attributes_file(ca: Run, tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "csr_attributes.yaml").write_text(text)
    code, _, err = ca("setup", "--certname", "pond.lab")
    assert code == 2
    assert words in err
    assert not (tmp_path / "ca").exists()


@pytest.mark.usefixtures("authority")
def test_generate_list_renew_revoke_and_clean(ca: Run, tmp_path: Path) -> None:
    code, out, _ = ca("generate", "huey.lab", "--ttl", "90d")
    assert code == 0
    assert "Successfully saved private key for huey.lab to DIR/ssl/private_keys/huey.lab.pem" in out
    code, _, err = ca("generate", "huey.lab")
    assert code == 1
    assert "Existing file at 'DIR/ssl/certs/huey.lab.pem'" in err
    code, out, err = ca("list", "--all")
    assert code == 0
    assert "(90 days left)" in out
    assert out.startswith("Signed Certificates:\n    huey.lab       (SHA256)  ")
    old = (tmp_path / "ssl" / "certs" / "huey.lab.pem").read_bytes()
    code, out, _ = ca("renew", "huey.lab")
    assert out.startswith("Renewed the certificate for huey.lab; it is valid until ")
    new = (tmp_path / "ssl" / "certs" / "huey.lab.pem").read_bytes()
    assert old != new == (tmp_path / "ca" / "signed" / "huey.lab.pem").read_bytes()
    assert ca("revoke", "huey.lab")[1] == "Certificate for huey.lab has been revoked\n"
    assert ca("revoke", "huey.lab")[1] == "Certificate for huey.lab was revoked before\n"
    assert ca("clean", "--certname", "huey.lab")[1] == "Cleaned files related to huey.lab\n"
    code, _, err = ca("clean", "huey.lab")
    assert code == 1
    assert "Could not find files to clean for huey.lab" in err


def test_sign_goes_on_after_an_error(ca: Run, authority: Authority) -> None:
    authority.receive("dewey.lab", csr("dewey.lab", [alt_names("nest.lab")]))
    authority.receive("huey.lab", csr("huey.lab"))
    code, out, err = ca("sign", "dewey.lab", "huey.lab", "louie.lab")
    assert code == 1
    assert out == "Successfully signed certificate request for huey.lab\n"
    assert "CSR 'dewey.lab' contains extra subject alternative names (DNS:nest.lab)" in err
    assert "Could not find certificate request for louie.lab" in err
    code, out, _ = ca("sign", "--all", "--allow-subject-alt-names")
    assert (code, out) == (0, "Successfully signed certificate request for dewey.lab\n")
    code, _, err = ca("sign", "--all")
    assert code == 24
    assert "No waiting certificate requests to sign" in err


def test_sign_obeys_ca_conf(ca: Run, authority: Authority, tmp_path: Path) -> None:
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "conf.d" / "ca.conf").write_text(
        "certificate-authority: { allow-subject-alt-names: true }"
    )
    authority.receive("dewey.lab", csr("dewey.lab", [alt_names("nest.lab")]))
    assert ca("sign", "dewey.lab")[0] == 0
    (tmp_path / "conf.d" / "ca.conf").write_text(
        "certificate-authority: { auto-renewal-cert-ttl: long }"
    )
    code, _, err = ca("list")
    assert code == 2
    assert "'auto-renewal-cert-ttl' is a time such as 90d" in err


def test_authorization_extensions_are_signed_on_demand(ca: Run, authority: Authority) -> None:
    authority.receive("huey.lab", csr("huey.lab", [unknown("1.3.6.1.4.1.34380.1.3.13")]))
    assert ca("sign", "huey.lab")[0] == 1
    assert ca("sign", "huey.lab", "--allow-authorization-extensions")[0] == 0


def test_list_as_json(ca: Run, authority: Authority) -> None:
    assert json.loads(ca("list", "--format", "json")[1]) == {"requested": []}
    authority.receive("huey.lab", csr("huey.lab"))
    found = json.loads(ca("list", "--json")[1])
    assert [each["name"] for each in found["requested"]] == ["huey.lab"]
    found = json.loads(ca("list", "--json", "--all")[1])
    assert {state: len(found[state]) for state in found} == {
        "requested": 1,
        "signed": 1,
        "revoked": 0,
    }
    code, out, _ = ca("list", "--json", "pond.lab", "quack.lab")
    assert code == 1
    assert list(json.loads(out)) == ["signed", "missing"]


@pytest.mark.usefixtures("authority")
def test_list_as_text(ca: Run) -> None:
    assert ca("list")[1] == "No certificates to list\n"
    code, out, _ = ca("list", "quack.lab")
    assert (code, out) == (1, "Missing Certificates:\n    quack.lab\n")
    assert ca("list", "--all", "quack.lab")[0] == 2


@pytest.mark.usefixtures("authority")
def test_list_warns_of_what_expires(ca: Run) -> None:
    ca("generate", "huey.lab", "--ttl", "10d")
    _, _, err = ca("list")
    assert err.startswith("warning: the certificate of huey.lab expires on ")
    assert err.endswith(", in 10 days\n")


@pytest.mark.usefixtures("authority")
def test_renew_of_the_authority(ca: Run, tmp_path: Path) -> None:
    code, out, _ = ca("renew", "--ca")
    assert code == 0
    assert "Renewed the CA certificate Puppet CA: pond.lab until " in out
    assert "Renewed the CRL of Puppet Root CA: quack" in out
    assert openssl_verify(tmp_path, "pond.lab") == "OK"


@pytest.mark.usefixtures("authority")
def test_a_key_that_others_can_read_is_closed(ca: Run, tmp_path: Path) -> None:
    key = tmp_path / "ca" / "ca_key.pem"
    key.chmod(0o644)
    _, _, err = ca("list")
    assert "others could use DIR/ca/ca_key.pem" in err
    assert key.stat().st_mode & 0o777 == 0o640


def test_import(ca: Run, tmp_path: Path) -> None:
    new_authority(tmp_path / "other")
    other = tmp_path / "other" / "ca"
    words = ["--cert-bundle", str(other / "ca_crt.pem"), "--private-key", str(other / "ca_key.pem")]
    assert ca("import", *words)[0] == 2
    words += ["--crl-chain", str(other / "ca_crl.pem"), "--certname", "nest.lab"]
    assert ca("import", *words)[1] == "Import succeeded. Find your files in DIR/ca\n"
    assert openssl_verify(tmp_path, "nest.lab") == "OK"


@pytest.mark.usefixtures("authority")
def test_import_of_lists_alone(ca: Run, tmp_path: Path) -> None:
    code, out, _ = ca("import", "--crl-chain", str(tmp_path / "ca" / "ca_crl.pem"))
    assert (code, out) == (0, "The CRLs are not newer than those of the authority\n")
    assert ca("import", "--crl-chain", str(tmp_path / "none"))[0] == 2


@pytest.mark.usefixtures("authority")
@pytest.mark.parametrize(
    "name", ["ca_crt.pem", "ca_key.pem", "ca_crl.pem", "serial", "signed/pond.lab.pem"]
)
@pytest.mark.parametrize("action", ["list", "sign", "revoke", "clean", "generate", "renew"])
@pytest.mark.parametrize("content", [b"", b"\xff\0quack"])
def test_a_damaged_file_never_leads_to_a_traceback(
    ca: Run, tmp_path: Path, name: str, action: str, content: bytes
) -> None:
    (tmp_path / "ca" / name).write_bytes(content)
    code, _, err = ca(action, "--all" if action == "list" else "pond.lab")
    assert code in (0, 1, 2)
    assert "fault in duckrow" not in err


def test_without_an_authority_the_hint_names_setup(ca: Run) -> None:
    code, _, err = ca("list")
    assert code == 2
    assert "there is no certificate authority in DIR/ca" in err
    assert "duckrow ca setup makes one" in err


@pytest.mark.usefixtures("authority")
@pytest.mark.parametrize(
    "words",
    [
        ["quack"],
        [],
        ["sign"],
        ["sign", "x.lab", "--ttl", "soon"],
        ["generate", "x.lab", "--ttl", "99y"],
        ["setup", "huey.lab"],
        ["sign", "x.lab", "--ca-ttl", "unlimited"],
        ["sign", "x.lab", "--ca-ttl", "51y"],
    ],
)
def test_usage(ca: Run, words: list[str]) -> None:
    assert ca(*words)[0] == 2


@pytest.mark.usefixtures("authority")
@pytest.mark.parametrize("name", ["*", "../x", "X.lab", "d" * 65])
def test_generate_rejects_a_bad_name(ca: Run, name: str) -> None:
    assert ca("generate", name)[0] == 1


def test_without_cryptography_the_hint_names_the_extra(
    ca: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    code, _, err = ca("list")
    assert code == 2
    assert "pip install 'duckrow[server]'" in err


def test_an_authority_below_the_ssldir_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_authority(tmp_path)
    shutil.move(tmp_path / "ca", tmp_path / "ssl" / "ca")
    where = ["--ssldir", str(tmp_path / "ssl"), "--confdir", str(tmp_path)]
    assert dispatch(["ca", "list", "--all", *where]) == 0
    assert "pond.lab" in capsys.readouterr().out
