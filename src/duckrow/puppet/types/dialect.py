"""Dialects: the language of Puppet today, and that of its first draft.

A dialect is a table of named rules, which never change. Each rule is read in one place, named
beside it. Functions take `dialect=PUPPET`. The parser of types applies the draft's rules about
names and brackets, so checks need not ask for the dialect.
"""

from __future__ import annotations

TYPE_CHECKING = False

_LOWEST, _HIGHEST = -(2**63), 2**63 - 1


class Dialect:
    """Rules by name; the default of a rule is today's Puppet."""

    __slots__ = (
        "bare_collections_hold_data",  # names: Array is Array[Data], Hash is Hash[Scalar, Data]
        "bare_optional_is_empty",  # names: nothing fits a bare Optional
        "bare_pattern_is_empty",  # names: nothing fits a bare Pattern
        "data_has_scalar_keys",  # names: Data is Scalar, Undef, Array[Data] and Hash[Scalar, Data]
        "empty_string_is_false",  # is_true
        "has_draft_names",  # names: Object is Any, Literal is Scalar, Ruby[X] is Runtime[ruby, X]
        "has_strict_names",  # validation: no part of a qualified name begins with an underscore
        "has_unbounded_integers",  # holds_integer, and validation
        "metaparameters_exist",  # runtime.variables: $tag and the like are undef where not given
        "name_may_be_parameter",  # validation: define duck($name)
        "numbers_stay_apart",  # common: a number and another value have only Any in common
        "one_bound_is_both",  # access: Integer[3] is only 3
        "optional_takes_part",  # common: Optional[T] and T meet in T, two Optionals in an Optional
        "ranges_may_descend",  # access: Integer[5, 1] is Integer[1, 5] from its high end
        "sizes_merge",  # common: the sizes of two arrays or hashes are spanned, not dropped
        "strings_become_numbers",  # catalog.parameters: '1' is given to an Integer as 1
        "undef_fits_all",  # assignable: undef is a value of every type
        "undef_widens",  # common: undef and anything else have only Any in common
        "unknown_is_resource",  # parse: an unknown name is a resource type
    )

    def __init__(self, **rules: bool) -> None:
        for rule in Dialect.__slots__:
            setattr(self, rule, rules.pop(rule, False))
        if rules:
            raise TypeError(f"no rule is called {', '.join(sorted(rules))}")

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> bool: ...

    def is_true(self, value: object) -> bool:
        """Return whether a value counts as true in a condition: all but undef and false do."""
        if value is None or value is False:
            return False
        return not (self.empty_string_is_false and isinstance(value, str) and not value)

    def holds_integer(self, number: int) -> bool:
        """Return whether a whole number can be a value: today those of 64 bits."""
        return self.has_unbounded_integers or _LOWEST <= number <= _HIGHEST


PUPPET = Dialect()
DRAFT = Dialect(**dict.fromkeys(Dialect.__slots__, True))
