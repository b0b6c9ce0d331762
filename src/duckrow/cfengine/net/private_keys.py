"""Whether the directory of keys is private; nobody may use keys that others can change or read."""

from __future__ import annotations

from duckrow.machine.paths import status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log


def keys_are_private(work_directory: str, log: Log) -> bool:
    """Return whether nobody else can enter the directory of the keys; log an error if not."""
    try:
        mode = status(f"{work_directory}/ppkeys").st_mode & 0o777
    except OSError:
        return True  # it is made with the first key
    if mode & 0o077:
        log.error(
            f"Fatal CFEngine error: UNTRUSTED: Private key directory {work_directory}/ppkeys "
            f"(mode {mode:o}) was not private!"
        )
        log.error(f"try: chmod 700 {work_directory}/ppkeys")
        return False
    return True
