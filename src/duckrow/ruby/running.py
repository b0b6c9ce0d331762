"""Which Ruby code runs now: frames of Python know it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

# Marks frames of Ruby code: it is a name in their globals.
RUBY_MARK = "__ruby__"


def running_frame(frame: FrameType | None = None) -> FrameType | None:
    """Return the innermost frame of Ruby code, here or from a frame on."""
    frame = frame or sys._getframe(1)
    while frame is not None and RUBY_MARK not in frame.f_globals:
        frame = frame.f_back
    return frame


def running_line() -> str:
    """Write where Ruby code is now: file, line and method."""
    frame = running_frame()
    if frame is None:
        return "unknown"
    self = frame.f_locals.get("self")
    tables = (getattr(self, "singleton", {}), getattr(getattr(self, "class_", 0), "methods", {}))
    code = frame.f_code
    own = (
        name
        for methods in tables
        for name, each in methods.items()
        if getattr(each, "__code__", None) is code
    )
    name = next(own, None)
    location = f"{code.co_filename}:{frame.f_lineno}"
    return location if name is None else f"{location}:in `{name}'"
