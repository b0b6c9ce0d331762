"""hash, file_hash and hashmatch: digests of strings and files."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import located
from duckrow.machine.errors import error_text
from duckrow.machine.files.digests import digest_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_SIZES = {"md5": 32, "sha1": 40, "sha224": 56, "sha256": 64, "sha384": 96, "sha512": 128}


def is_known(context: Context, kind: str) -> bool:
    """Return whether a digest algorithm is known; if not, log an error."""
    if kind in _SIZES:
        return True
    context.log.error("Could not determine function for file hashing (type=9)")
    return False


def file_digest(context: Context, path: str, kind: str) -> str:
    """Return the digest of a file in hexadecimal; zeros if it cannot be read."""
    try:
        absolute_path = located(context, path)
        if kind in _SIZES:
            return context.machine.files_now.digest(absolute_path, kind)
        next(iter(context.machine.files_now.pieces(absolute_path)), b"")
    except IsADirectoryError:
        if kind in _SIZES:
            return digest_bytes(b"", kind)  # a directory can be opened, but not read
    except OSError as error:
        context.log.info(f"Cannot open file for hashing '{path}'. (fopen: {error_text(error)})")
        return "0" * _SIZES.get(kind, 0)
    is_known(context, kind)
    return ""


def hash_(context: Context, arguments: list[str]) -> str:
    """Return the digest of a string in hexadecimal."""
    if not is_known(context, arguments[1]):
        return ""
    return digest_bytes(arguments[0].encode("utf-8", "surrogateescape"), arguments[1])


def file_hash(context: Context, arguments: list[str]) -> str:
    """Return the digest of a file; zeros if it cannot be read."""
    return file_digest(context, arguments[0], arguments[1])


def hashmatch(context: Context, arguments: list[str]) -> bool:
    """Return whether a file has a digest."""
    path, kind, wanted = arguments
    found = file_digest(context, path, kind)
    prefix = "MD5=" if kind == "md5" else "SHA="
    context.log.verbose(f"File '{path}' hashes to '{prefix}{found}', compare to '{wanted}'")
    return found == wanted
