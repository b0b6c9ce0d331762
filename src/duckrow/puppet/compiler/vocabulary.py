"""The names that compiled manifests use, and the module of each.

When code is loaded, the words it uses are looked up here and put among its globals: a word that no
manifest uses is never imported. Functions of the language are words too, `f_each`. Each starts as a
stub that asks the loaders on its first call and, if the function is built in, replaces itself by
the function.
"""

from __future__ import annotations

from duckrow.puppet.runtime.block import MISSING, Block
from duckrow.puppet.runtime.calls import late_function
from duckrow.puppet.runtime.variables import UNSET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType

_ROOT = "duckrow.puppet."

# Module -> the words it defines.
_MODULES = {
    "runtime.variables": "get get_facts get_qualified assign assign_in_turn reassigned "
    "assign_reserved reserved_parameter assigned_once spread local_scope illegal_assignment",
    "runtime.arithmetic": "add subtract multiply divide modulo shift_left shift_right negate",
    "runtime.compare": "equals less less_equal greater greater_equal",
    "runtime.matching": "matches match_of option_matches match_of_option contains "
    "match_of_contained match_group matches_any_option match_of_any_option unmatched_selector",
    "runtime.access": "access",
    "runtime.access_references": "reference",
    "runtime.strings": "text unfold",
    "runtime.hashes": "make_hash",
    "runtime.types": "type_named type_or_reference regexp_of",
    "runtime.last_match": "keep_match put_match_back",
    "runtime.calls": "call_function object_method call_method_named plain_block as_list in_body "
    "PLAIN_VALUES",
    "runtime.code_errors": "reserved_word illegal_epp_parameters "
    "illegal_function_name illegal_resource_type resource_type is_true_in_draft "
    "required_after_optional checked_heredoc",
    "runtime.block_calls": "checked_default",
    "runtime.rendering": "render rendered template_of",
    "runtime.references": "PLAIN",
    "runtime.errors": "NextJump ReturnJump",
    "runtime.definition": "Parameter",
    "values.default": "DEFAULT",
    "catalog.statements": "create create_all declare references_to checked_title "
    "declare_defaults exported attributes splat_attributes",
    "catalog.collectors": "collect",
    "catalog.relationships": "relate",
    "catalog.resource": "attribute_value",
    "catalog.overrides": "override changes",
    "catalog.queries": "illegal_query",
}
WORDS = {word: module for module, words in _MODULES.items() for word in words.split()}
# Names that nearly all code uses are imported already.
_AT_HAND: dict[str, object] = {"Block": Block, "MISSING": MISSING, "UNSET": UNSET}
# Python's built-in names, which the code of manifests cannot use.
_NO_BUILTINS: dict[str, object] = {}


def link(code: CodeType, names: dict[str, object]) -> None:
    """Put the words that code uses among its globals."""
    names["__builtins__"] = _NO_BUILTINS
    _link(code, names)


def _link(code: CodeType, names: dict[str, object]) -> None:
    for word in code.co_names:
        if word in names:
            continue
        if word in _AT_HAND:
            names[word] = _AT_HAND[word]
        elif word.startswith("f_"):
            names[word] = late_function(word[2:], names)
        elif word in WORDS:
            module = __import__(_ROOT + WORDS[word], fromlist=(word,))
            names[word] = getattr(module, word)
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            _link(constant, names)
