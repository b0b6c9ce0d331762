"""The directory of an authority: Puppet's `cadir`, file by file.

    ca_crt.pem          the certificate that signs, then those of the authorities above it
    ca_key.pem          its private key
    ca_pub.pem          its public key
    ca_crl.pem          a revocation list of each of these authorities
    root_key.pem        the key of the root, if `setup` made it and nobody moved it away
    serial              the next serial number
    inventory.txt       all certificates that were issued
    signed/NAME.pem     the certificate of a node
    requests/NAME.pem   its request
    infra_inventory.txt names of the site's servers; infra_serials: their numbers; infra_crl.pem:
                        the list of revoked servers alone

Every file is replaced in one step and on the disk before its name appears. Whoever changes a file
holds `lock()`, a lock of the kernel, so that several processes can work on one directory. Who only
reads needs no lock.
"""

from __future__ import annotations

import os.path

from duckrow.machine.files.private import ShortLock
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, is_directory, names_in
from duckrow.machine.this_process import effective_user
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files

CERTIFICATES, KEY, PUBLIC_KEY, CRLS = "ca_crt.pem", "ca_key.pem", "ca_pub.pem", "ca_crl.pem"
ROOT_KEY, SERIAL, INVENTORY = "root_key.pem", "serial", "inventory.txt"
SIGNED, REQUESTS = "signed", "requests"
INFRA_NODES, INFRA_SERIALS, INFRA_CRLS = "infra_inventory.txt", "infra_serials", "infra_crl.pem"
REQUIRED = (CERTIFICATES, KEY, CRLS, SERIAL, INVENTORY)
_LOCK, _PROBE = ".duckrow.lock", ".duckrow.probe"

PUBLIC, SECRET = 0o644, 0o640
PUBLIC_DIRECTORY, SECRET_DIRECTORY = 0o755, 0o750
_LARGEST = 1 << 28


class CaDirectory:
    """The files below a `cadir`, by their names in it."""

    __slots__ = ("_files", "path")

    def __init__(self, path: str) -> None:
        self.path = absolute(path)
        self._files: Files = LocalMachine().files

    def path_of(self, name: str) -> str:
        return f"{self.path}/{name}"

    def lock(self) -> ShortLock:
        """Return the lock of all changes; `with` waits for it."""
        path = self.path_of(_LOCK)
        try:
            if effective_user() == 0 and not self.exists(_LOCK):
                self._make_lock(path)
            return ShortLock(path)
        except OSError as error:
            raise _cannot("change", self.path, error) from None

    def _make_lock(self, path: str) -> None:
        """Make the file, as root, for the owner of the directory: a server runs as that user."""
        try:
            self._files.make_file(path, 0o600)
        except FileExistsError:
            return  # another process was faster
        self._files.set_owner(path, *_owner_of(self._files, self.path))

    def exists(self, name: str) -> bool:
        return self._files.facts(self.path_of(name), follow=True) is not None

    def check_complete(self) -> None:
        """Reject a directory that is no authority, or lacks a file of it."""
        missing = [self.path_of(name) for name in REQUIRED if not self.exists(name)]
        if len(missing) == len(REQUIRED):
            raise InputError(
                f"there is no certificate authority in {self.path}",
                hint="duckrow ca setup makes one; --cadir names the directory of another",
            )
        if missing:
            raise InputError(
                "Cannot initialize CA with partial state; need all files or none.",
                why=f"missing: {', '.join(missing)}",
                hint="restore them from a backup",
            )

    def check_usable(self) -> None:
        """Reject a directory whose key this process may not read, or which it may not change."""
        self.read(KEY)
        with self.lock():
            write_file(self._files, self.path_of(_PROBE), b"", SECRET)
            self.remove(_PROBE)

    def read(self, name: str) -> bytes:
        """Return the content of a file; a missing one raises FileNotFoundError."""
        path = self.path_of(name)
        try:
            return self._files.read(path, _LARGEST)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise _cannot("read", path, error) from None

    def read_or_empty(self, name: str) -> bytes:
        """Return the content of a file, empty if it is missing."""
        try:
            return self.read(name)
        except FileNotFoundError:
            return b""

    def names(self, below: str) -> list[str]:
        """Return the names of the nodes that have a file in `signed` or `requests`."""
        path = self.path_of(below)
        try:
            found = names_in(path) if is_directory(path) else []
        except OSError as error:
            raise _cannot("read", path, error) from None
        return [each[:-4] for each in found if each.endswith(".pem") and not each.startswith(".")]

    def write(self, name: str, content: bytes, mode: int = PUBLIC) -> None:
        """Replace a file; the caller holds the lock."""
        write_file(self._files, self.path_of(name), content, mode)

    def remove(self, name: str) -> bool:
        """Remove a file; return False if it did not exist."""
        if not self.exists(name):
            return False
        try:
            self._files.remove(self.path_of(name))
            self._files.settle()
        except OSError as error:
            raise _cannot("remove", self.path_of(name), error) from None
        return True

    def make(self) -> None:
        """Make the directory and those in it, if they are missing."""
        for path in (self.path, self.path_of(SIGNED), self.path_of(REQUESTS)):
            make_directory(path)

    def key_is_open(self) -> bool:
        """Return whether others than the owner and the group may use the key."""
        facts = self._files.facts(self.path_of(KEY), follow=True)
        return facts is not None and bool(facts.mode & 0o027)

    def close_key(self) -> None:
        """Take the rights of others on the key away."""
        self._files.set_mode(self.path_of(KEY), SECRET, follow=True)
        self._files.settle()


def write_file(files: Files, path: str, content: bytes, mode: int) -> None:
    """Replace a file in one step; written by root, it belongs to the owner of the directory."""
    uid, gid = _owner_of(files, os.path.dirname(path))
    try:
        files.replace(path, content, mode, uid, gid, follow=True)
        files.settle()
    except OSError as error:
        raise _cannot("write", path, error) from None


def make_directory(path: str, mode: int = PUBLIC_DIRECTORY) -> None:
    """Make a directory and its parents; made by root, it belongs to the owner of its parent."""
    if is_directory(path):
        return
    parent = os.path.dirname(path)
    make_directory(parent)
    files = LocalMachine().files
    try:
        files.make_directory(path, mode, *_owner_of(files, parent))
        files.settle()
    except OSError as error:
        raise _cannot("make", path, error) from None


def _owner_of(files: Files, path: str) -> tuple[int | None, int | None]:
    facts = files.facts(path, follow=True) if effective_user() == 0 else None
    return (None, None) if facts is None else (facts.uid, facts.gid)


def _cannot(verb: str, path: str, error: OSError) -> InputError:
    why = hint = ""
    if isinstance(error, PermissionError):
        from duckrow.ca.permissions import who_may_use

        why = who_may_use(path)
        hint = "run duckrow ca as root, or as the user who owns the directory"
    return InputError(f"cannot {verb} {path}: {reason(error)}", why=why, hint=hint)
