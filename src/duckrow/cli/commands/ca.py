"""`duckrow ca`: its options, and its actions on a certificate authority."""

from __future__ import annotations

from duckrow.cli.expect import expect_packages, expect_subcommand
from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import read_settings, setting_option
from duckrow.machine.paths import read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ca.authority import Authority
    from duckrow.ca.host_files import HostFiles
    from duckrow.ca.pem import PrivateKey
    from duckrow.ca.setup import Server
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings

NOTHING_TO_SIGN = 24  # the exit code of `puppetserver ca sign --all`
ACTIONS = ("setup", "list", "sign", "revoke", "clean", "generate", "renew", "import")
_OWN = (
    Option("--all", "list, sign: all names"),
    Option("--format", "list: text (default) or json", choices=("text", "json")),
    Option("--subject-alt-names", "setup, import, generate: more names", metavar="NAME[,NAME…]"),
    Option("--root-ca-name", "setup: the name of the root", metavar="NAME"),
    Option("--ttl", "sign, generate, renew: how long it is valid, such as 90d", metavar="TIME"),
    Option("--ca-client", "generate: the certificate may administer the authority"),
    Option("--ca", "renew: the certificates of the authority itself, and its CRLs"),
    Option("--cert-bundle", "import: certificates up to the root, in PEM", metavar="FILE"),
    Option("--private-key", "import: the key, in PEM", metavar="FILE"),
    Option("--crl-chain", "import: the CRLs of all authorities, in PEM", metavar="FILE"),
    Option("--allow-subject-alt-names", "sign: requests may ask for more names"),
    Option("--allow-authorization-extensions", "sign: requests may ask for pp_auth_role, …"),
)
_SETTINGS = (
    Option("--cadir", "the directory of the authority", metavar="DIR"),
    Option("--ssldir", "the directory of keys and certificates of nodes", metavar="DIR"),
    Option("--certname", "setup, import: the server's name; else names", metavar="NAME[,NAME…]"),
    Option("--ca-name", "setup: the name of the authority", metavar="NAME"),
    Option("--key-type", "setup, import, generate: kind of new keys (rsa)", choices=("rsa", "ec")),
)

COMMAND = Command(
    "ca",
    "setup|list|sign|revoke|clean|generate|renew|import [OPTION…] [NAME…]",
    (*_OWN, *_SETTINGS),
    (
        ("duckrow ca setup --subject-alt-names puppet.example.com", "make an authority"),
        ("duckrow ca list --all", "requests and certificates, with the days left"),
        ("duckrow ca sign huey.example.com", "sign a request"),
        ("duckrow ca revoke huey.example.com", "revoke all certificates of a name"),
        ("duckrow ca clean huey.example.com", "the same, and remove its files"),
        ("duckrow ca generate louie.example.com --ttl 90d", "make a key and a certificate"),
        ("duckrow ca renew louie.example.com", "a new certificate for the same key"),
    ),
    "The files are those of puppetserver's cadir: an authority can be taken over and given back.\n"
    "Any setting of puppet.conf is an option too: --keylength 4096, --named-curve prime256v1, …\n"
    "The exit code is 1 if one of the names failed, 24 if sign --all has nothing to sign.",
    setting_option,
    ACTIONS,
)


def run(arguments: Arguments, console: Console) -> int:
    """Run one of the actions."""
    action, names = expect_subcommand(arguments, ACTIONS)
    expect_packages("ca", "server")
    if action not in ("setup", "import"):
        names += [each.strip() for each in arguments.get("certname").split(",") if each.strip()]
        arguments.remove("certname")
    settings = read_settings(arguments, _OWN)
    function = {
        "setup": _set_up,
        "import": _import,
        "list": _list,
        "generate": _generate,
        "renew": _renew,
        "sign": _sign,
        "revoke": _revoke,
        "clean": _clean,
    }[action]
    return function(names, arguments, settings, console)


def _authority(arguments: Arguments, settings: Settings, console: Console) -> Authority:
    from duckrow.ca.revocation import refresh_if_due
    from duckrow.server.ca.authority import open_existing

    authority = open_existing(settings, lambda level, text: _log(console, level, text))
    rules = authority.rules
    if arguments.has("allow-subject-alt-names"):
        rules.allow_subject_alt_names = True
    if arguments.has("allow-authorization-extensions"):
        rules.allow_authorization_extensions = True
    if arguments.words[0] != "list":  # every other action may write
        refresh_if_due(authority)
    return authority


def _log(console: Console, level: str, text: str) -> None:
    if level in ("warning", "err"):
        severity = "warning" if level == "warning" else "error"
        console.print_message(f"{severity}: {text}", "ca", severity)
    elif console.verbose or console.debug:
        console.print_message(text, "ca", "info")


def _host_files(settings: Settings) -> HostFiles:
    from duckrow.ca.host_files import HostFiles

    return HostFiles(settings["ssldir"])


def _new_key(settings: Settings) -> Callable[[], PrivateKey]:
    from duckrow.ca.pem import make_key

    kind, bits, curve = (settings[name] for name in ("key_type", "keylength", "named_curve"))
    return lambda: make_key(kind, bits, curve)


def _ttl(arguments: Arguments) -> int | None:
    if not arguments.has("ttl"):
        return None
    from duckrow.ca.rules import LONGEST_TTL, seconds_in

    text = arguments.get("ttl")
    seconds = seconds_in(text)
    if seconds is None or not 0 < seconds <= LONGEST_TTL:
        raise UsageError(f"--ttl takes a time such as 90d or 5y, up to 50y, not '{text}'")
    return seconds


def _server(settings: Settings, arguments: Arguments) -> Server:
    from duckrow.ca.names import alt_names_in, is_valid_name
    from duckrow.ca.oids import extension_requests
    from duckrow.ca.setup import Server

    name = settings["certname"]
    if not is_valid_name(name):
        raise InputError(f"{name!r} cannot be the name of a certificate", hint="give --certname")
    alt_names = alt_names_in(arguments.get("subject-alt-names") or settings["dns_alt_names"])
    extensions = extension_requests(settings["csr_attributes"])
    return Server(name, alt_names, _host_files(settings), extensions)


def _set_up(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    from duckrow.ca.directory import CaDirectory
    from duckrow.ca.setup import set_up
    from duckrow.machine.this_process import random_bytes
    from duckrow.server.conf_d import cadir_of

    _expect_none(names)
    authority = set_up(
        CaDirectory(cadir_of(settings)),
        _server(settings, arguments),
        ca_name=settings["ca_name"],
        root_ca_name=arguments.get("root-ca-name") or f"Puppet Root CA: {random_bytes(7).hex()}",
        new_key=_new_key(settings),
    )
    console.print_result(f"Generation succeeded. Find your files in {authority.directory.path}")
    return 0


def _import(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    from duckrow.ca.directory import CaDirectory
    from duckrow.ca.setup import import_authority
    from duckrow.server.conf_d import cadir_of

    _expect_none(names)
    if arguments.has("crl-chain") and not {"cert-bundle", "private-key"} & {*arguments.names()}:
        return _import_crls(arguments, settings, console)
    if not all(arguments.has(each) for each in ("cert-bundle", "private-key", "crl-chain")):
        raise UsageError(
            "--cert-bundle, --private-key, --crl-chain are required; --crl-chain alone updates the"
            " CRLs of the authorities above"
        )
    authority = import_authority(
        CaDirectory(cadir_of(settings)),
        _server(settings, arguments),
        bundle=arguments.get("cert-bundle"),
        key=arguments.get("private-key"),
        crl_chain=arguments.get("crl-chain"),
        new_key=_new_key(settings),
    )
    console.print_result(f"Import succeeded. Find your files in {authority.directory.path}")
    return 0


def _import_crls(arguments: Arguments, settings: Settings, console: Console) -> int:
    from duckrow.ca.revocation import update_crls

    authority = _authority(arguments, settings, console)
    path = arguments.get("crl-chain")
    try:
        content = read_bytes(path, 1 << 26)
    except OSError as error:
        raise InputError(f"Could not read file '{path}': {reason(error)}") from None
    updated = update_crls(authority, content, path)
    for name in updated:
        console.print_result(f"Updated the CRL of {name}")
    if not updated:
        console.print_result("The CRLs are not newer than those of the authority")
    return 0


def _list(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    from duckrow.cli.commands.ca_list import print_list

    if names and arguments.has("all"):
        raise UsageError("Cannot combine use of --all and --certname.")
    authority = _authority(arguments, settings, console)
    form = arguments.get("format", "text")
    return print_list(authority, names, form, console, shows_all=arguments.has("all"))


def _sign(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    authority = _authority(arguments, settings, console)
    ttl = _ttl(arguments)
    if arguments.has("all"):
        from duckrow.ca.directory import REQUESTS

        names = authority.directory.names(REQUESTS)
        if not names:
            console.print_error("ca", "No waiting certificate requests to sign")
            return NOTHING_TO_SIGN

    def sign(name: str) -> str:
        authority.sign(name, ttl)
        return f"Successfully signed certificate request for {name}"

    return _for_each(names, sign, console)


def _revoke(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    from duckrow.ca.revocation import revoke

    authority = _authority(arguments, settings, console)

    def revoke_one(name: str) -> str:
        if not revoke(authority, name):
            return f"Certificate for {name} was revoked before"
        return f"Certificate for {name} has been revoked"

    return _for_each(names, revoke_one, console)


def _clean(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    from duckrow.ca.revocation import clean

    authority = _authority(arguments, settings, console)

    def clean_one(name: str) -> str:
        clean(authority, name)
        return f"Cleaned files related to {name}"

    return _for_each(names, clean_one, console)


def _generate(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    from duckrow.ca.names import alt_names_in, check_name
    from duckrow.ca.oids import extension_requests
    from duckrow.ca.requests import make_request

    authority = _authority(arguments, settings, console)
    host_files, new_key, ttl = _host_files(settings), _new_key(settings), _ttl(arguments)
    alt_names = alt_names_in(arguments.get("subject-alt-names"))
    extensions = extension_requests(settings["csr_attributes"])

    def generate(name: str) -> str:
        check_name(name, name)
        if found := host_files.existing(name):
            raise InputError(
                "; ".join(f"Existing file at '{path}'" for path in found),
                hint=f"delete these files if you really want to generate a new cert for {name}",
            )
        key = host_files.key_of(name) or new_key()
        request = make_request(name, key, alt_names, extensions)
        written = host_files.write_keys(name, key)
        is_client = arguments.has("ca-client")
        certificate = authority.sign_own(request, ttl, is_client_of_ca=is_client)
        written.append(host_files.write_certificate(name, certificate))
        kinds = ("private key", "public key", "certificate")
        return "\n".join(
            f"Successfully saved {kind} for {name} to {path}"
            for kind, path in zip(kinds, written, strict=True)
        )

    return _for_each(names, generate, console)


def _renew(names: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    authority = _authority(arguments, settings, console)
    host_files, ttl = _host_files(settings), _ttl(arguments)
    if arguments.has("ca"):
        return _renew_authority(names, authority, ttl, console)

    def renew(name: str) -> str:
        from duckrow.ca.errors import NotFoundError
        from duckrow.ca.inventory import time_text

        certificate = authority.certificate(name)
        if certificate is None:
            raise NotFoundError(f"Could not find certificate for {name}")
        new = authority.renew(certificate, ttl or authority.rules.ca_ttl)
        host_files.replace_certificate(name, certificate, new)
        until = time_text(new.not_valid_after_utc)
        return f"Renewed the certificate for {name}; it is valid until {until}"

    return _for_each(names, renew, console)


def _renew_authority(
    names: list[str], authority: Authority, ttl: int | None, console: Console
) -> int:
    from duckrow.ca.inventory import time_text
    from duckrow.ca.renewal import renew_authority
    from duckrow.ca.revocation import refresh_if_due
    from duckrow.ca.setup import CA_TTL
    from duckrow.ca.signer import common_name

    _expect_none(names)
    for each in renew_authority(authority, ttl or CA_TTL):
        until = time_text(each.not_valid_after_utc)
        console.print_result(f"Renewed the CA certificate {common_name(each)} until {until}")
    for name in refresh_if_due(authority, is_forced=True):
        console.print_result(f"Renewed the CRL of {name}")
    return 0


def _for_each(names: list[str], work: Callable[[str], str], console: Console) -> int:
    """Do some work for each name; an error of one does not stop the others."""
    if not names:
        raise UsageError("give a name")
    code = 0
    for name in names:
        try:
            console.print_result(work(name))
        except InputError as error:
            text = str(error) if name in str(error) else f"{name}: {error}"
            console.print_error("ca", text, why=error.why, hint=error.hint)
            code = 1
    return code


def _expect_none(names: list[str]) -> None:
    if names:
        raise UsageError(f"this takes no names, but got {' '.join(names)}")
