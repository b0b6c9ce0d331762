"""What the tests of this folder are given."""

from .running import agent, pond

__all__ = ["agent", "pond"]
