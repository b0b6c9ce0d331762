"""Write a zip archive, the same bytes for the same contents."""

from __future__ import annotations

import io
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo
from zlib import compress

from duckrow.machine.archives.members import is_bomb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first time that an archive can write
_MODE = 0o100644 << 16
_UNIX = 3
_ZLIB_FRAME = 6  # bytes around the compressed ones, which an archive does not have


def write_archive(contents: Mapping[str, bytes], stored: Collection[str] = ()) -> bytes:
    """Return an archive: its members are sorted and have no times.

    Those in `stored` are not compressed.
    """
    stream = io.BytesIO()
    with ZipFile(stream, "w") as file:
        for name in sorted(contents):
            member = ZipInfo(name, _LONG_AGO)
            content = contents[name]
            # A reader would reject it as a bomb if it were compressed so well.
            is_stored = name in stored or (
                is_bomb(len(content), 0)
                and is_bomb(len(content), len(compress(content, 9)) - _ZLIB_FRAME)
            )
            member.compress_type = ZIP_STORED if is_stored else ZIP_DEFLATED
            member.external_attr = _MODE
            member.create_system = _UNIX
            file.writestr(member, content, compresslevel=9)
    return stream.getvalue()
