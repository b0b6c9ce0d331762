"""What Ruby code keeps for the length of one compile."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.build import Build


class RubyMemory:
    """What Ruby code of one compile keeps, each under the name of its use."""

    __slots__ = ("caches", "deprecations", "instances", "lent", "settings", "template_methods")

    def __init__(self) -> None:
        self.caches: dict[Any, Any] = {}  # what functions that ask for a cache keep in it
        self.deprecations: set[str] = set()  # keys of deprecation warnings that were logged
        self.instances: dict[Any, Any] = {}  # the object that a function's methods run on
        self.lent: dict[int, tuple[Any, Any]] = {}  # Puppet and Ruby value, by identity
        self.settings: dict[str, Any] = {}  # settings that Ruby code changed for itself
        self.template_methods: dict[str, Callable[..., Any]] = {}  # methods that templates define


def memory_of(build: Build) -> RubyMemory:
    """Return what Ruby code keeps for a compile."""
    memory = build.ruby
    if not isinstance(memory, RubyMemory):
        memory = build.ruby = RubyMemory()
    return memory
