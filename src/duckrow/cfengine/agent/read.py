"""Read a policy file: parse it, report its errors, cache its blocks.

Unchanged files come from the cache, so a policy library is parsed once.
"""

from __future__ import annotations

import os.path
from _blake2 import blake2b

from duckrow.cfengine.syntax.nodes import unpack
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.machine.paths import read_bytes, real_path, status
from duckrow.machine.this_process import cache_directory
from duckrow.source.digest_cache import CheckedBytes, DigestCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.syntax.nodes import Block
    from duckrow.cfengine.syntax.parsed import ParsedFile


class Reader:
    """Reads the policy files of one run."""

    __slots__ = ("_cache", "_context", "allows_writable_files", "warnings", "warnings_as_errors")

    def __init__(self, context: Context) -> None:
        self._context = context
        self._cache: DigestCache | None = None
        # cf-promises also reads files that others may write, since it runs nothing.
        self.allows_writable_files = False
        # The kinds of warnings to print.
        self.warnings = {"deprecated", "removed"}
        self.warnings_as_errors: set[str] = set()

    def read(self, path: str) -> tuple[list[Block], str] | None:
        """Return the blocks and the digest of a file; None if it has errors, which are printed."""
        context = self._context
        try:
            found = status(path)
        except OSError as error:
            context.log.info(f"Cannot open file for hashing '{path}'. (fopen: {error.strerror})")
            if context.options.ignores_missing_inputs:
                return [], f"missing {path}"
            context.log.error(f"Can't stat file '{path}' for parsing. (stat: {error.strerror})")
            raise Aborted from None
        if found.st_mode & 0o022 and not self.allows_writable_files:
            context.log.error(
                f"File {path} (owner {found.st_uid}) is writable by others (security exception)"
            )
            raise Aborted
        context.log.verbose(f"BEGIN parsing file: {path}")
        try:
            content = read_bytes(path)
        except OSError as error:
            if isinstance(error, IsADirectoryError):
                if context.options.ignores_missing_inputs:
                    return [], f"missing {path}"
                context.log.error(f"Can't parse directory '{path}'.")
            else:
                context.log.error(f"Can't open file '{path}' for parsing")
            raise Aborted from None
        digest = blake2b(content, digest_size=16).hexdigest()
        blocks = self._blocks(path, CheckedBytes.of(content, digest))
        context.log.verbose(f"END   parsing file: {path}")
        return None if blocks is None else (blocks, digest)

    def _blocks(self, path: str, content: bytes) -> list[Block] | None:
        if path.endswith(".json"):
            return self._from_json(path, content.decode("utf-8", "surrogateescape"))
        import marshal

        cache = self._find_cache()
        key = cache.name(content, "policy", b"__main__" in content and self._is_entry(path))
        packed = cache.get(key)
        if packed is not None:
            # The key contains a digest of the content.
            return [unpack(block) for block in marshal.loads(packed)]  # noqa: S302
        parsed = self.parse(path, content.decode("utf-8", "surrogateescape"))
        if parsed.is_broken:
            return None
        blocks = list(parsed.blocks)
        # A file with warnings is not cached, so that each run prints them.
        if not parsed.messages and not parsed.check_messages:
            cache.put(key, marshal.dumps([block.packed() for block in blocks]))
        return blocks

    def parse(self, path: str, text: str) -> ParsedFile:
        """Parse a file and print its errors and warnings."""
        from duckrow.cfengine.agent.output import write_diagnostic
        from duckrow.cfengine.policy.check import read_file
        from duckrow.cfengine.syntax.parsed import LogLine

        parsed = read_file(
            text,
            path,
            self.warnings,
            self.warnings_as_errors,
            is_entry="__main__" in text and self._is_entry(path),
        )
        for each in parsed.messages:
            if isinstance(each, LogLine):
                self._context.log.write(each.level, each.text)
            else:
                write_diagnostic(self._context.log, str(each))
        for line in (*parsed.check_messages, *parsed.check_errors):
            write_diagnostic(self._context.log, line)
        if parsed.fatal is not None:
            write_diagnostic(self._context.log, parsed.fatal)
            raise Aborted
        return parsed

    def _from_json(self, path: str, text: str) -> list[Block] | None:
        from duckrow.cfengine.policy.from_json import blocks_from_json
        from duckrow.cfengine.values.json_text import JsonError

        try:
            blocks = blocks_from_json(text)
        except JsonError:
            self._context.log.error(f"Error parsing JSON input file '{path}'")
            return None
        if blocks is None:
            self._context.log.error(
                f"Failed to deserialize a policy from the JSON input file '{path}'"
            )
            return None
        from duckrow.cfengine.agent.output import write_diagnostic
        from duckrow.cfengine.policy.check import check_blocks

        found = check_blocks(blocks, path, is_entry=self._is_entry(path))
        for line in (*found.early, *found.found):
            write_diagnostic(self._context.log, line)
        return None if found.found else blocks

    def _is_entry(self, path: str) -> bool:
        """Return whether a file is the entry file of the run."""
        return real_path(path) == real_path(self._context.options.entry_point)

    def _find_cache(self) -> DigestCache:
        if self._cache is None:
            self._cache = DigestCache(
                os.path.join(cache_directory(), "duckrow", "policy"),
                "cfengine/syntax",
                "cfengine/policy",
                "cfengine/policy/tables",
            )
        return self._cache
