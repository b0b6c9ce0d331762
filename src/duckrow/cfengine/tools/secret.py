"""cf-secret: encrypt files for hosts, by their keys, and decrypt them there."""

from __future__ import annotations

import sys

from duckrow.cfengine.agent.command_line import Option
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.keys import KeyFileError, Keys, read_private_key, read_public_key
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cfengine.net.secret_file import SecretFileError, decrypt, encrypt, headers
from duckrow.cfengine.tools.start import COMMON, Call, run_tool
from duckrow.machine.files.private import replace_file
from duckrow.machine.paths import exists, read_input
from duckrow.machine.resolver import addresses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log

OPTIONS = (
    *COMMON,
    Option("key", "k", "yes", "encrypt for, or decrypt with, the keys in these files"),
    Option("host", "H", "yes", "encrypt for these hosts, separated by commas"),
    Option("output", "o", "yes", "write to this file; - is the standard output"),
)
_COMMANDS = {
    "encrypt": ("encrypt a file for keys or hosts", "cf-secret encrypt -k KEY -o FILE FILE"),
    "decrypt": ("decrypt a file with a private key", "cf-secret decrypt -k KEY -o FILE FILE"),
    "print-headers": ("list the keys that it is for", "cf-secret print-headers FILE"),
}


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-secret and return the exit code."""
    return run_tool("cf-secret", OPTIONS, words, log, _run, _COMMANDS)


def _run(call: Call) -> int:
    log = call.log
    command, *paths = call.rest or [""]
    if command not in _COMMANDS:
        print("Command required. Specify either 'encrypt', 'decrypt' or 'print-headers'")
        return 1
    if len(paths) > 1:
        log.error(f"Unexpected non-option argument: '{paths[1]}'")
        return 1
    if "host" in call.given and "key" in call.given:
        log.error("--host/-H is used to specify a public key and cannot be used with --key/-k")
        return 1
    if not paths:
        log.error("No input file specified (Use -h for help)")
        return 1
    output = call.value("output")
    if command != "print-headers" and output is None:
        log.error("No output file specified (Use -h for help)")
        return 1
    try:
        content = read_input(paths[0])
        if command == "print-headers":
            for name, value in headers(content)[0]:
                print(f"{name}: {value}")
            return 0
        _write(output or "-", _convert(call, command, content))
    except (KeyFileError, SecretFileError) as error:
        log.error(str(error))
        log.error("Encryption failed" if command == "encrypt" else "Decryption failed")
        return 1
    except OSError as error:
        log.error(f"Could not use '{error.filename}': {error.strerror}")
        return 1
    return 0


def _convert(call: Call, command: str, content: bytes) -> bytes:
    ending = ".pub" if command == "encrypt" else ".priv"
    if "key" in call.given:
        paths = (call.value("key") or "").split(",")
    else:
        paths = [_key_of(call, host, ending) for host in (call.value("host") or "").split(",")]
    if command == "encrypt":
        return encrypt(content, [read_public_key(path) for path in paths])
    if len(paths) > 1:
        raise SecretFileError("--decrypt requires only one key/host to be specified")
    return decrypt(content, read_private_key(paths[0]))


def _key_of(call: Call, host: str, ending: str) -> str:
    """Return the path of the key of a host; that of this host for one of its addresses."""
    keys = Keys(call.work_directory)
    own = f"{keys.directory}/localhost{ending}"
    addresses = [address for _, address in addresses_of(host)] if host else []
    if not host or any(each == "::1" or each.startswith("127.") for each in addresses):
        return own
    state = State(call.work_directory, call.log)
    try:
        digests = [LastSeen(state).digest_of(each) for each in addresses]
    finally:
        state.close()
    for name in (*digests, *addresses):
        path = f"{keys.directory}/root-{name}{ending}"
        if name is not None and exists(path):
            return path
    raise SecretFileError(f"Unable to locate key for host '{host}'")


def _write(path: str, content: bytes) -> None:
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:
        replace_file(path, content, 0o600)
