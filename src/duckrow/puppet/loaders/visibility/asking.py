"""Whose code asks for a name: the module that the file of the innermost running code belongs to.

Compiled manifests, templates and Ruby code have the names of their files, so no code knows its
view, and a cached unit serves any. A template that is a text has the view of the code that gave it
as its OWNER; code of a command line is the environment's. Questions that the builder of the catalog
asks for a definition (the class it inherits from, the data of its parameters) go through `ask_as`.
"""

from __future__ import annotations

import sys

from duckrow.puppet.runtime.location import MARK, OWNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType
    from typing import TypeVar

    from duckrow.puppet.loaders.visibility.views import View, Views

    T = TypeVar("T")
    Running = tuple[CodeType, int, dict[str, object]]


def ask_as(view: View, question: Callable[[], T]) -> T:  # noqa: ARG001  (asking_view reads it)
    """Ask a question for the code of a view."""
    return question()


def running_code() -> Running | None:
    """Return the code of a manifest that is running; `location_of` finds its location."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if MARK in frame.f_globals:
            return frame.f_code, frame.f_lasti, frame.f_globals
        frame = frame.f_back
    return None


def asking_view(views: Views) -> View | None:
    """Return the view of the code that is running; None if no code asks."""
    frame: FrameType | None = sys._getframe(1)
    of_file = views.of_file
    while frame is not None:
        code = frame.f_code
        if code is ask_as.__code__:
            found: View = frame.f_locals["view"]
            return found
        view = of_file(code.co_filename)
        if view is not None:
            return view
        names = frame.f_globals
        if MARK in names:
            owner: View | None = names.get(OWNER)
            return views.environment if owner is None else owner
        frame = frame.f_back
    return None
