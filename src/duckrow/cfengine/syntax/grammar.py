"""The grammar of policies, as rules for a parser with one token of lookahead.

The reference's messages about invalid text follow from its grammar: where `error` may occur, and
what each rule reports when it is completed. So the rules below are the reference's language, with
its points of recovery. The name after `!` is the action in `actions.py`.

Words in capitals and signs in quotes are tokens of the scanner. `error` matches skipped text.
"""

from __future__ import annotations

# Tokens of the scanner.
WORD, TEXT, GUARD, TYPE, VARIABLE = "WORD", "TEXT", "GUARD", "TYPE", "VARIABLE"
BUNDLE, BODY, PROMISE = "BUNDLE", "BODY", "PROMISE"
FAT_ARROW, THIN_ARROW = "=>", "->"
END = "END"
ERROR = "error"

RULES = """
policy:
policy: blocks
blocks: block
blocks: blocks block
block: bundle
block: body
block: promise
block: error                                            !no_block

bundle: BUNDLE bundle_kind bundle_name parameters bundle_block
body: BODY body_kind body_name parameters body_block
promise: PROMISE promise_kind promise_name parameters body_block

bundle_kind: bundle_kind_word                           !begin_bundle
bundle_kind_word: kind                                  !check_bundle_kind
bundle_kind_word: error                                 !no_bundle_kind
bundle_name: bundle_name_word                           !named
bundle_name_word: name
bundle_name_word: error                                 !no_bundle_name

body_kind: body_kind_word                               !begin_body
body_kind_word: kind
body_kind_word: error                                   !no_body_kind
body_name: body_name_word                               !named
body_name_word: name
body_name_word: error                                   !no_body_name

promise_kind: promise_kind_word                         !begin_promise_block
promise_kind_word: kind                                 !check_promise_kind
promise_kind_word: error                                !no_promise_kind
promise_name: promise_name_word                         !named_promise_type
promise_name_word: name
promise_name_word: error                                !no_promise_name

kind: WORD                                              !take_kind
name: WORD                                              !take_name

parameters:
parameters: open_parameters parameter_list close_parameters
parameters: open_parameters close_parameters
parameters: open_parameters error                       !no_parameters
open_parameters: (
close_parameters: )
parameter_list: parameter
parameter_list: parameter ,
parameter_list: parameter , parameter_list
parameter: WORD                                         !take_parameter
parameter: error                                        !no_parameter

bundle_block: open_block begun_bundle sections }        !end_bundle
begun_bundle:                                           !begin_bundle_block
open_block: {
open_block: error                                       !no_open_block

sections:
sections: section_list
section_list: section
section_list: section_list section
section_list: error                                     !no_section
section: section_type section_lines
section_type: TYPE                                      !take_section
section_lines:
section_lines: section_line_list
section_line_list: section_line
section_line_list: section_line_list section_line
section_line: guard
section_line: promise_statement

promise_statement: promise_line ;
promise_statement: promiser error                       !no_attribute_or_end
promise_line: promise_with_promisee
promise_line: promise_without_promisee
promise_with_promisee: promiser arrow value begun_with_promisee attributes
promise_without_promisee: promiser begun_promise attributes
begun_with_promisee:                                    !promise_with_promisee
begun_promise:                                          !promise_without_promisee
promiser: TEXT                                          !take_promiser
promiser: error                                         !no_promiser

attributes:
attributes: all_attributes
attributes: all_attributes error                        !no_comma_or_end
all_attributes: attribute_list                          !end_attributes
attribute_list: attribute
attribute_list: attribute_list , attribute
attribute: attribute_name assign value                  !take_attribute
attribute_name: WORD                                    !attribute_name
attribute_name: error                                   !no_attribute_name

body_block: open_block begun_body body_lines }
begun_body:                                             !begin_body_block
body_lines:
body_lines: body_line_list
body_line_list: body_line
body_line_list: body_line_list body_line
body_line: guard
body_line: selection_statement
selection_statement: selection ;
selection_statement: selection error                    !no_end_of_selection
selection: selection_name assign value                  !take_selection
selection_name: WORD                                    !selection_name
selection_name: error                                   !no_selection_name

assign: =>
assign: error                                           !no_assign
arrow: ->
guard: GUARD                                            !take_guard

value: WORD                                             !word_value
value: TEXT                                             !text_value
value: VARIABLE                                         !variable_value
value: list                                             !list_value
value: call                                             !call_value
value: error                                            !no_value

list: { }
list: { items }
list: { items , }
items: item
items: items , item
items: item error                                       !no_item_end
item: WORD                                              !word_item
item: TEXT                                              !text_item
item: VARIABLE                                          !text_item
item: call                                              !call_item
item: error                                             !no_item

function: WORD
function: VARIABLE                                      !function_variable
call: function call_arguments
call_arguments: ( begun_call arguments )                !end_call
begun_call:                                             !begin_call
arguments:
arguments: argument
arguments: arguments , argument
arguments: argument error                               !no_argument_end
argument: WORD                                          !word_argument
argument: TEXT                                          !text_argument
argument: VARIABLE                                      !text_argument
argument: call                                          !call_argument
argument: error                                         !no_argument
"""
