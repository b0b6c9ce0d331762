"""What the tests of this folder are given."""

from .applying import apply, pond

__all__ = ["apply", "pond"]
