"""Other names of matchers, for use inside of others, and matchers that do not run here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Methods = dict[str, Callable[..., object]]

_NAMES = {
    "be_nil": "a_nil_value",
    "be_truthy": "a_truthy_value",
    "be_falsey": "a_falsey_value a_falsy_value",
    "be_between": "a_value_between",
    "contain_exactly": "containing_exactly",
    "end_with": "ending_with a_collection_ending_with",
    "eq": "eq_to an_object_eq_to",
    "eql": "eql_to an_object_eql_to",
    "equal": "equal_to an_object_equal_to",
    "have_attributes": "having_attributes",
    "match": "matching an_object_matching",
    "match_array": "an_array_matching",
    "raise_error": "raising a_block_raising",
    "respond_to": "responding_to an_object_responding_to",
    "satisfy": "satisfying an_object_satisfying",
    "start_with": "starting_with a_collection_starting_with",
}
# RSpec has them, so they are no mistakes of a spec.
OF_RSPEC = (
    "a_block_changing a_block_outputting a_block_throwing a_block_yielding_control "
    "a_block_yielding_successive_args a_block_yielding_with_args a_block_yielding_with_no_args "
    "a_range_covering a_value a_value_within an_object_existing allow_message_expectations_on_nil "
    "array_including be_within boolean changing cover covering duck_type exist existing "
    "hash_excluding hash_not_including object_spy throwing within "
    "without_partial_double_verification yielding_control yielding_successive_args "
    "yielding_with_args yielding_with_no_args"
).split()


def aliases(methods: Methods) -> Methods:
    """Return the other names of matchers."""
    return {alias: methods[name] for name, words in _NAMES.items() for alias in words.split()}
