"""cf-key: make the key of this host, trust keys of others, and list or remove them."""

from __future__ import annotations

from duckrow.cfengine.agent.command_line import Option
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.keys import (
    BITS,
    KeyFileError,
    Keys,
    digest,
    make_key,
    private_text,
    public_text,
    read_public_key,
)
from duckrow.cfengine.net.lastseen import LastSeen, is_digest
from duckrow.cfengine.net.private_keys import keys_are_private
from duckrow.cfengine.tools.start import COMMON, Call, run_tool
from duckrow.machine.files.private import make_private_directory, remove, write_new_file
from duckrow.machine.local_time import local_time_text
from duckrow.machine.paths import exists
from duckrow.machine.resolver import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log

OPTIONS = (
    *COMMON,
    Option("output-file", "f", "yes", "write FILE.pub and FILE.priv, not the key of this host"),
    Option("key-type", "T", "yes", f"the size of the key in bits, {BITS} without this option"),
    Option("show-hosts", "s", "no", "list the hosts that were met"),
    Option("no-truncate", "N", "no", "with --show-hosts: print columns in full"),
    Option("remove-keys", "r", "yes", "remove the keys of a host, an address or a digest"),
    Option("force-removal", "x", "no", "with --remove-keys: also if entries contradict each other"),
    Option("install-license", "l", "yes", "not offered: for CFEngine Enterprise"),
    Option("print-digest", "p", "maybe", "print the digest of a public key, of this host's own"),
    Option("trust-key", "t", "yes", "trust the key in a file: [[USER@]ADDRESS:]FILE"),
    Option("numeric", "n", "no", "with --show-hosts: look up no names"),
)
_TITLES = ("Direction", "IP", "Name", "Last connection", "Key")
_WIDTHS = (10, 40, 25, 26)
# Exit codes of a removal.
_NO_DIGEST, _NO_HOST, _INCOHERENT = 252, 253, 254


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-key and return the exit code."""
    return run_tool("cf-key", OPTIONS, words, log, _run)


def _run(call: Call) -> int:
    if not keys_are_private(call.work_directory, call.log):
        return 1
    if "no-truncate" in call.given and "show-hosts" not in call.given:
        call.log.error("--no-truncate / -N option is only for --show-hosts / -s")
        return 1
    try:
        for option, action in _ACTIONS.items():
            if option in call.given:
                return action(call)
        return _make(call)
    except KeyFileError as error:
        call.log.error(str(error))
    except OSError as error:
        call.log.error(f"Cannot use '{error.filename}': {error.strerror}")
    return 1


def _make(call: Call) -> int:
    """Make a pair of keys; existing ones are never replaced."""
    keys = Keys(call.work_directory)
    base = call.value("output-file")
    public, private = keys.public_file, keys.private_file
    if base is None:
        make_private_directory(keys.directory)
    else:
        public, private = f"{base}.pub", f"{base}.priv"
    for path in (public, private):
        if exists(path):
            call.log.error(f"A key file already exists at {path}")
            return 1
    call.log.info("Making a key pair for CFEngine, please wait, this could take a minute...")
    bits = call.value("key-type") or str(BITS)
    if not bits.isdecimal():
        call.log.error(f"Conversion error: '{bits}' is no number of bits")
        return 1
    try:
        key = make_key(int(bits))
    except ValueError as error:
        call.log.error(f"Unable to generate cryptographic key (RSA_generate_key: {error})")
        return 1
    for path, content in ((private, private_text(key)), (public, public_text(key.public_key()))):
        try:
            write_new_file(path, content)
        except OSError as error:
            call.log.error(f"Cannot write '{path}': {error.strerror}")
            for each in (private, public):  # neither was there before
                remove(each)
            return 1
    return 0


def _show(call: Call) -> int:
    is_cut = "no-truncate" not in call.given
    state = State(call.work_directory, call.log)
    print(_row(_TITLES, is_cut=is_cut))
    meetings = LastSeen(state).meetings()
    state.close()
    for each in meetings:
        name = each.address if "numeric" in call.given else name_of(each.address) or "-"
        direction = "Incoming" if each.is_incoming else "Outgoing"
        when = local_time_text(each.time)
        print(_row((direction, each.address, name, when, each.digest), is_cut=is_cut))
    print(f"Total Entries: {len(meetings)}")
    return 0


def _row(cells: tuple[str, ...], *, is_cut: bool) -> str:
    if not is_cut:
        return "\t".join(cells)
    padded = [f"{cell:<{width}.{width}}" for cell, width in zip(cells, _WIDTHS, strict=False)]
    return " ".join((*padded, cells[-1]))


def _print_digest(call: Call) -> int:
    # The value may be a word of its own, although it is optional.
    given = call.value("print-digest") or (call.rest[0] if call.rest else "")
    print(digest(read_public_key(given or Keys(call.work_directory).public_file)))
    return 0


def _trust(call: Call) -> int:
    given, colon, path = (call.value("trust-key") or "").rpartition(":")
    user, at, address = given.partition("@") if colon else ("", "", "")
    if not at:
        user, address = "root", user
    if not address:
        call.log.notice(
            "Establishing trust might be incomplete. For completeness, use --trust-key "
            "IPADDR:filename"
        )
    key = read_public_key(path)
    try:
        stored = Keys(call.work_directory).trust(user, key)
    except ValueError:
        call.log.error(f"No user can be called '{user}'")
        return 1
    call.log.verbose(f"Stored the key as '{stored}'")
    if address:
        state = State(call.work_directory, call.log)
        LastSeen(state).note(address, digest(key), is_incoming=False)
        state.close()
    return 0


def _remove(call: Call) -> int:
    name = call.value("remove-keys") or ""
    state = State(call.work_directory, call.log)
    try:
        return _remove_from(state, call, name)
    finally:
        state.close()


def _remove_from(state: State, call: Call, name: str) -> int:
    lastseen, keys, log = LastSeen(state), Keys(call.work_directory), call.log
    if "force-removal" in call.given:
        for each in (name, *lastseen.remove_all(name)):
            keys.remove(each)
        return 0
    faults = lastseen.faults()
    if faults:
        for each in faults:
            log.warning(each)
        log.error(
            "Lastseen database is incoherent (there is not a 1-to-1 relationship between hosts and "
            "keys) and coherence check is enforced. Will not proceed to remove entries from it."
        )
        log.error("try: --force-removal (-x)")
        return _INCOHERENT
    other = lastseen.remove(name)
    if other is None:
        what = "digest" if is_digest(name) else "host"
        log.error(f"Unable to remove {what} from lastseen database.")
        return _NO_DIGEST if is_digest(name) else _NO_HOST
    log.info("Removed corresponding entries from lastseen database.")
    count = keys.remove(name) + keys.remove(other)
    if count:
        log.info(f"Removed {count} corresponding key file(s) from filesystem.")
    else:
        log.error(f"No key file(s) for entry '{name}' were found on the filesystem")
    return 0


def _license(call: Call) -> int:
    call.log.error("License installation only applies to CFEngine Enterprise")
    return 1


_ACTIONS = {
    "show-hosts": _show,
    "print-digest": _print_digest,
    "remove-keys": _remove,
    "install-license": _license,
    "trust-key": _trust,
}
