"""Keys, certificates and requests of OpenSSL, by the command openssl.

An object holds its PEM text; each question runs the command. A password travels in the environment
of the command, where other users cannot see it.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.library import openssl
from duckrow.ruby.library.digest import hashed
from duckrow.ruby.library.host.asking import rejected
from duckrow.ruby.library.host.commands import run_program
from duckrow.ruby.values.kinds import RubyModule, RubyObject
from duckrow.source.der import BIT_STRING, SEQUENCE, DerError, read_element, read_only_element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.processes.command import Result
    from duckrow.ruby.interpreter import Interpreter

    Methods = dict[str, Callable[..., object]]

_PEM = " pem"
_DER = " der"
_PKCS12_ERROR = "OpenSSL::PKCS12::PKCS12Error"
_SECRET = "DUCKROW_PASSWORD"  # noqa: S105  (the name of a variable)
_LOOKING = "-----BEGIN"


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of OpenSSL: those that compute, and those that need the command."""
    made = openssl.make(ruby)
    object_ = known_class(ruby, "Object")
    key = RubyModule("OpenSSL::PKey::PKey", object_, methods=KEY)
    made |= {
        "OpenSSL::PKey": RubyModule("OpenSSL::PKey", is_class=False, singleton={"read": _read_key}),
        "OpenSSL::PKey::PKey": key,
        "OpenSSL::PKey::RSA": RubyModule("OpenSSL::PKey::RSA", key),
        "OpenSSL::PKey::DSA": RubyModule("OpenSSL::PKey::DSA", key),
        "OpenSSL::PKey::EC": RubyModule(
            "OpenSSL::PKey::EC", key, methods=EC, singleton={"generate": _generate_ec}
        ),
        "OpenSSL::X509": RubyModule("OpenSSL::X509", is_class=False),
        "OpenSSL::X509::Certificate": RubyModule(
            "OpenSSL::X509::Certificate", object_, methods=CERTIFICATE
        ),
        "OpenSSL::X509::Extension": RubyModule(
            "OpenSSL::X509::Extension", object_, methods=EXTENSION
        ),
        "OpenSSL::PKCS12": RubyModule(
            "OpenSSL::PKCS12",
            object_,
            methods={"to_der": lambda _ruby, self: self.variables[_DER]},
            singleton={"create": _create_pkcs12, "new": rejected("OpenSSL::PKCS12.new")},
        ),
        "OpenSSL::X509::Request": RubyModule("OpenSSL::X509::Request", object_, methods=REQUEST),
        "OpenSSL::Cipher": RubyModule("OpenSSL::Cipher", object_, methods=CIPHER),
    }
    error = made["OpenSSL::OpenSSLError"]
    assert isinstance(error, RubyModule)
    for name in (
        "PKCS12::PKCS12Error",
        "X509::ExtensionError",
        "X509::RequestError",
        "PKey::DSAError",
        "PKey::ECError",
    ):
        made[f"OpenSSL::{name}"] = RubyModule(f"OpenSSL::{name}", error)
    return made


def _run(
    ruby: Interpreter, words: list[str], text: str = "", secret: str = "", fails: str = ""
) -> str:
    """Run openssl; `fails` is the class of the error for an exit code other than 0."""
    result = _result(ruby, words, text, secret)
    if result.status != 0:
        why = result.errors.content.decode("utf-8", "replace").strip().splitlines()
        raise RubyError(fails or "OpenSSL::OpenSSLError", why[0] if why else "openssl failed")
    return from_bytes(result.output.content)


def _result(ruby: Interpreter, words: list[str], text: str, secret: str = "") -> Result:
    """Run openssl to its end."""
    program = ruby.host.machine("openssl").commands.find("openssl")
    if program is None:
        raise UnsupportedError("OpenSSL, since this host lacks the command openssl")
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", _SECRET: secret}
    before = ruby.host.child_status
    try:
        return run_program(
            ruby,
            [program, *words],
            "openssl",
            program=program,
            environment=environment,
            stdin=to_bytes(text),
        )
    finally:
        ruby.host.child_status = before  # for Ruby code this is no command


# ---- keys


def _new_key(
    ruby: Interpreter, self: RubyObject, given: object = None, password: object = None
) -> None:
    """Make a key of a number of bits, or read one from its PEM text."""
    kind = self.class_.name.rpartition("::")[2]
    if isinstance(given, int):
        if kind == "RSA":
            self.variables[_PEM] = _run(ruby, ["genrsa", "-traditional", str(given)])
        elif kind == "DSA":
            parameters = _run(ruby, ["dsaparam", str(given)])
            self.variables[_PEM] = _run(ruby, ["gendsa", "/dev/stdin"], parameters)
        else:
            raise UnsupportedError(f"OpenSSL::PKey::{kind}.new of a number")
        return
    text = to_s(ruby, given)
    secret = "" if password is None else to_s(ruby, password)
    is_public = "PUBLIC KEY" in text
    words = ["pkey", *(["-pubin"] if is_public else ["-passin", f"env:{_SECRET}", "-traditional"])]
    self.variables[_PEM] = _run(ruby, words, text, secret, f"OpenSSL::PKey::{kind}Error")


def _read_key(
    ruby: Interpreter, _self: object, given: object, password: object = None
) -> RubyObject:
    """Read a key; its class is that of its kind."""
    base = RubyObject(_class(ruby, "PKey"))
    _new_key(ruby, base, given, password)
    shown = _run(ruby, ["pkey", "-noout", "-text_pub", *_public_option(base)], _pem(base))
    kind = "RSA" if "Modulus:" in shown else "EC" if "ASN1 OID:" in shown else "DSA"
    if kind == "DSA" and "G:" not in shown:
        kind = "PKey"  # a kind that has no class of its own, such as Ed25519
    made = RubyObject(_class(ruby, kind))
    made.variables[_PEM] = _pem(base)
    return made


def _class(ruby: Interpreter, kind: str) -> RubyModule:
    found = find_constant(ruby, f"OpenSSL::PKey::{kind}")
    assert isinstance(found, RubyModule)
    return found


def _public_option(key: RubyObject) -> list[str]:
    return [] if "PRIVATE KEY" in _pem(key) else ["-pubin"]


def _pem(self: RubyObject) -> str:
    held = self.variables.get(_PEM)
    if held is None:
        raise RubyError(f"{self.class_.name}Error", "no key is set")
    return str(held)


def _to_pem(
    ruby: Interpreter, self: RubyObject, cipher: object = None, password: object = None
) -> str:
    if cipher is None:
        return _pem(self)
    name = to_s(ruby, cipher.variables["name"] if isinstance(cipher, RubyObject) else cipher)
    words = ["pkey", "-traditional", f"-{name.lower()}", "-passout", f"env:{_SECRET}"]
    return _run(ruby, words, _pem(self), to_s(ruby, password))


def _is_private(_ruby: Interpreter, self: RubyObject) -> bool:
    return "PRIVATE KEY" in _pem(self)


def _public_pem(ruby: Interpreter, self: RubyObject) -> str:
    if not _is_private(ruby, self):
        return _pem(self)
    return _run(ruby, ["pkey", "-pubout"], _pem(self))


def _public_key(ruby: Interpreter, self: RubyObject) -> RubyObject:
    made = RubyObject(self.class_)
    made.variables[_PEM] = _public_pem(ruby, self)
    return made


def _to_der(*words: str) -> Callable[..., object]:
    def convert(ruby: Interpreter, self: RubyObject) -> str:
        public = _public_option(self) if words == ("pkey",) else []
        return _run(ruby, [*words, *public, "-outform", "DER"], _pem(self))

    return convert


# ---- keys on elliptic curves


def _new_ec(
    ruby: Interpreter, self: RubyObject, given: object = None, password: object = None
) -> None:
    """Take the name of a curve, or read a key."""
    text = to_s(ruby, given)
    if _LOOKING in text:
        _new_key(ruby, self, given, password)
    else:
        _run(ruby, ["ecparam", "-name", _curve(text), "-noout"], "", "", "OpenSSL::PKey::ECError")
        self.variables["group"] = text


def _curve(name: str) -> str:
    """Return the name of a curve, which is never an option of the command."""
    if name.startswith("-"):
        raise RubyError("OpenSSL::PKey::ECError", f"unknown curve name ({name})")
    return name


def _generate_key(ruby: Interpreter, self: RubyObject) -> RubyObject:
    curve = _curve(to_s(ruby, self.variables.get("group")))
    words = ["ecparam", "-genkey", "-noout", "-name", curve]
    self.variables[_PEM] = _run(ruby, words, "", "", "OpenSSL::PKey::ECError")
    return self


def _generate_ec(ruby: Interpreter, self: RubyModule, curve: object) -> RubyObject:
    made = RubyObject(self)
    made.variables["group"] = to_s(ruby, curve)
    return _generate_key(ruby, made)


EC: Methods = {
    "initialize": _new_ec,
    "generate_key": _generate_key,
    "generate_key!": _generate_key,
    "private_key?": lambda ruby, self: _PEM in self.variables and _is_private(ruby, self),
    "public_key?": lambda _ruby, self: _PEM in self.variables,
}
KEY: Methods = {
    "to_der": _to_der("pkey"),
    "initialize": _new_key,
    "to_pem": _to_pem,
    "export": _to_pem,
    "to_s": _to_pem,
    "private?": _is_private,
    "public?": lambda _ruby, _self: True,
    "public_key": _public_key,
    "public_to_pem": _public_pem,
}


# ---- certificates and requests


def _reader(tool: str, error: str) -> Callable[..., object]:
    def read(ruby: Interpreter, self: RubyObject, text: object) -> None:
        self.variables[_PEM] = _run(ruby, [tool], to_s(ruby, text), "", error)

    return read


def _has_key(tool: str) -> Callable[..., object]:
    def compare(ruby: Interpreter, self: RubyObject, key: RubyObject) -> bool:
        own = _run(ruby, [tool, "-noout", "-pubkey"], _pem(self))
        return own[own.find(_LOOKING) :].strip() == _public_pem(ruby, key).strip()

    return compare


def _verify_request(ruby: Interpreter, self: RubyObject, key: RubyObject) -> bool:
    """Return whether a key made the signature of a request."""
    result = _result(ruby, ["req", "-verify", "-noout"], _pem(self))
    # Older releases end with 0 also for a wrong signature.
    is_signed = result.status == 0 and b"verify OK" in result.errors.content
    return is_signed and bool(_has_key("req")(ruby, self, key))


def _verify_certificate(ruby: Interpreter, self: RubyObject, key: RubyObject) -> bool:
    """Return whether a key made the signature of a certificate, whoever its issuer is.

    The command only verifies chains, so the signature of RSA is opened here.
    """
    certificate = to_bytes(_run(ruby, ["x509", "-outform", "DER"], _pem(self)))
    try:
        whole = read_only_element(certificate, SEQUENCE)
        _, rest = read_element(whole, SEQUENCE)
        signed = whole[: len(whole) - len(rest)]
        algorithm, rest = read_element(rest, SEQUENCE)
        signature = read_only_element(rest, BIT_STRING)[1:]  # behind the number of unused bits
    except DerError as error:
        raise RubyError("OpenSSL::X509::CertificateError", str(error)) from None
    shown = _run(ruby, ["pkey", "-noout", "-text_pub", *_public_option(key)], _pem(key))
    found = _RSA_KEY.search(shown)
    is_rsa = _RSA_SIGNATURE in algorithm
    if found is None and not is_rsa:
        raise UnsupportedError("the signature of a certificate that no RSA key made")
    if found is None or not is_rsa:
        raise RubyError("OpenSSL::X509::CertificateError", "wrong public key type")
    modulus = int("".join(found[1].split()).replace(":", ""), 16)
    kind = _RSA_DIGESTS.get(algorithm[algorithm.find(_RSA_SIGNATURE) + len(_RSA_SIGNATURE)])
    if kind is None:
        raise UnsupportedError("the kind of signature that a certificate has")
    opened = pow(int.from_bytes(signature), int(found[2]), modulus)
    digest = hashed(kind, signed)
    size = (modulus.bit_length() + 7) // 8
    end_of_block = _DIGEST_NAMES[kind] + digest
    padding = b"\xff" * (size - len(end_of_block) - 3)
    return opened == int.from_bytes(b"\x00\x01" + padding + b"\x00" + end_of_block)


_RSA_KEY = re.compile(r"Modulus:((?:\s+(?:[0-9a-f]{2}:?)+)+)\s+Exponent: (\d+)")
_RSA_SIGNATURE = bytes.fromhex("2a864886f70d0101")  # of PKCS #1; the next byte is the kind
_RSA_DIGESTS = {4: "md5", 5: "sha1", 11: "sha256", 12: "sha384", 13: "sha512", 14: "sha224"}
# How PKCS #1 names each kind in front of a digest.
_DIGEST_NAMES = {
    "md5": bytes.fromhex("3020300c06082a864886f70d020505000410"),
    "sha1": bytes.fromhex("3021300906052b0e03021a05000414"),
    "sha224": bytes.fromhex("302d300d06096086480165030402040500041c"),
    "sha256": bytes.fromhex("3031300d060960864801650304020105000420"),
    "sha384": bytes.fromhex("3041300d060960864801650304020205000430"),
    "sha512": bytes.fromhex("3051300d060960864801650304020305000440"),
}


def _shown(tool: str, option: str) -> Callable[..., object]:
    def show(ruby: Interpreter, self: RubyObject) -> str:
        text = _run(ruby, [tool, "-noout", f"-{option}", "-nameopt", "compat"], _pem(self))
        return text.partition("=")[2].strip()

    return show


def _time(option: str) -> Callable[..., object]:
    def read(ruby: Interpreter, self: RubyObject) -> object:
        text = _run(ruby, ["x509", "-noout", f"-{option}"], _pem(self)).partition("=")[2].strip()
        moment = datetime.strptime(text, "%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)
        seconds = int(moment.timestamp())
        return send(ruby, send(ruby, find_constant(ruby, "Time"), "at", seconds), "utc")

    return read


def _serial(ruby: Interpreter, self: RubyObject) -> int:
    return int(_run(ruby, ["x509", "-noout", "-serial"], _pem(self)).partition("=")[2], 16)


def _extensions(ruby: Interpreter, self: RubyObject) -> list[object]:
    """Return the extensions of a certificate, as the command prints them."""
    words = ["x509", "-noout", "-ext", ",".join(_EXTENSIONS)]
    text = _result(ruby, words, _pem(self)).output.content.decode("utf-8", "replace")
    found: list[object] = []
    class_ = find_constant(ruby, "OpenSSL::X509::Extension")
    assert isinstance(class_, RubyModule)
    for line in text.splitlines():
        title, _, rest = line.strip().partition(":")
        names = [name for name, known in _EXTENSIONS.items() if known == title]
        if not line.startswith(" ") and names:
            made = RubyObject(class_)
            made.variables |= {"oid": names[0], "value": "", "critical": "critical" in rest}
            found.append(made)
        elif found and isinstance(found[-1], RubyObject):
            held = found[-1].variables
            held["value"] = "\n".join(filter(None, (str(held["value"]), line.strip())))
    return found


# The extensions that the command prints by name, and its titles.
_EXTENSIONS = {
    "subjectAltName": "X509v3 Subject Alternative Name",
    "basicConstraints": "X509v3 Basic Constraints",
    "keyUsage": "X509v3 Key Usage",
    "extendedKeyUsage": "X509v3 Extended Key Usage",
    "subjectKeyIdentifier": "X509v3 Subject Key Identifier",
    "authorityKeyIdentifier": "X509v3 Authority Key Identifier",
}
EXTENSION: Methods = {
    "oid": lambda _ruby, self: self.variables["oid"],
    "value": lambda _ruby, self: self.variables["value"],
    "critical?": lambda _ruby, self: self.variables["critical"],
    "to_a": lambda _ruby, self: [self.variables[name] for name in ("oid", "value", "critical")],
    "to_s": lambda _ruby, self: f"{self.variables['oid']} = {self.variables['value']}",
}


# ---- PKCS #12


def _create_pkcs12(
    ruby: Interpreter,
    class_: RubyModule,
    password: object,
    name: object,
    key: RubyObject,
    certificate: RubyObject,
    chain: object = None,
    *_: object,
) -> RubyObject:
    """Pack a key and certificates; the command reads them from its input."""
    more = [each for each in chain if isinstance(each, RubyObject)] if chain else []  # type: ignore[attr-defined]
    text = "".join(_pem(each) for each in (key, certificate, *more))
    words = ["pkcs12", "-export", "-passout", f"env:{_SECRET}", "-name", to_s(ruby, name)]
    made = RubyObject(class_)
    made.variables[_DER] = _run(ruby, words, text, to_s(ruby, password), _PKCS12_ERROR)
    return made


CERTIFICATE: Methods = {
    "extensions": _extensions,
    "to_der": _to_der("x509"),
    "initialize": _reader("x509", "OpenSSL::X509::CertificateError"),
    "to_pem": lambda _ruby, self: _pem(self),
    "to_s": lambda _ruby, self: _pem(self),
    "check_private_key": _has_key("x509"),
    "verify": _verify_certificate,
    "subject": _shown("x509", "subject"),
    "issuer": _shown("x509", "issuer"),
    "not_before": _time("startdate"),
    "not_after": _time("enddate"),
    "serial": _serial,
}
REQUEST: Methods = {
    "initialize": _reader("req", "OpenSSL::X509::RequestError"),
    "to_pem": lambda _ruby, self: _pem(self),
    "to_s": lambda _ruby, self: _pem(self),
    "verify": _verify_request,
    "subject": _shown("req", "subject"),
}


def _new_cipher(ruby: Interpreter, self: RubyObject, name: object) -> None:
    known = _run(ruby, ["list", "-cipher-algorithms"]).lower().split()
    if to_s(ruby, name).lower() not in known:
        raise RubyError("RuntimeError", f"unsupported cipher algorithm ({to_s(ruby, name)})")
    self.variables["name"] = name


CIPHER: Methods = {
    "initialize": _new_cipher,
    "name": lambda ruby, self: to_s(ruby, self.variables["name"]).upper(),
}
