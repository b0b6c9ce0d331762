"""hashmatch(file, kind, digest): whether a file has a digest."""

from __future__ import annotations

from duckrow.cfengine.functions.digests import file_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Compare with the digest in hexadecimal, in small letters."""
    path, kind, wanted = arguments
    found = file_digest(context, path, kind)
    prefix = "MD5=" if kind == "md5" else "SHA="
    context.log.verbose(f"File '{path}' hashes to '{prefix}{found}', compare to '{wanted}'")
    return found == wanted
