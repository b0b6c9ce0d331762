"""What Ruby's own names stand for in one environment.

Code of modules may add methods, constants and variables to any class or module, those of Ruby and
of Puppet included. So each environment has its own, made when they are first asked for: what one
adds, another never sees, and it is gone when the environment is.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.host import Host
    from duckrow.ruby.values.kinds import RubyModule


class Known:
    """Constants by their whole names, and the files of the library that were asked for theirs.

    `kinds` remembers which values are of which class: until a class includes a module.
    """

    __slots__ = ("host", "kinds", "made", "read")

    def __init__(self, host: Host) -> None:
        self.host = host
        self.made: dict[str, Any] = {}
        self.read: set[str] = set()
        self.kinds: dict[tuple[type, RubyModule], bool] = {}
