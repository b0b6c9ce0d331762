"""Errors that say what duckrow lacks, not what is wrong with a module or its specs."""

from __future__ import annotations

from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, RubyObject
from duckrow.spec.host import SpecHost


def lack_of(error: BaseException) -> str:
    """Return the method of RSpec, Puppet or Facter that an error says is missing, or nothing.

    The real ones may have it: only of classes in spec files and modules it is known what they have.
    """
    missing = getattr(error, "missing", None)
    if missing is None:
        return ""
    receiver, name = missing
    if hasattr(type(receiver), "ruby_send"):
        return f"{getattr(receiver, 'ruby_class_name', type(receiver).__name__)}#{name}"
    module = receiver.class_ if isinstance(receiver, RubyObject) else receiver
    if isinstance(module, RubyModule) and _is_ours(module):
        return f"{module.name}{'.' if module is receiver else '#'}{name}"
    return ""


def _is_ours(module: RubyModule) -> bool:
    is_known = module.name.partition("::")[0] in SpecHost.families
    return is_known and not module.name.startswith("RSpec::ExampleGroups")


def reject_lack(error: Exception) -> None:
    """Raise UnsupportedError for an error that only says what duckrow lacks.

    Code that expects any error would take the lack for what it expects.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, UnsupportedError):
            raise cause
        lack = lack_of(cause)
        if lack:
            raise UnsupportedError(lack) from error
        cause = cause.__cause__
