"""The type system: types as data, and the questions one can ask about them.

model/       the type records: Integer[1, 10] is IntegerType(1, 10)
parse        parse_type("Optional[String[1]]"): a type from text
expressions  the same from plain data, which the code cache keeps
type_text    type_to_text(type_): its text
instance     accepts(type_, value): is the value an instance of the type?
assignable   assignable(to, other): does every value of `other` fit `to`?
infer        infer(value): the type of a value
common       common_type(one, other): a type that both are assignable to
generalize   the type without sizes, ranges and particular values
normalize    the simplest type with the same values
check        raise an error with the reference's message when a value does not fit

access/      types with parameters: what Integer[1, 10] means
describe/    messages that say why a value does not fit
objects/     Object, TypeSet and the instances of object types
new/         values made from other values: Integer('0x1f')
format/      values as text: String(value, '%x'), sprintf
rich_data/   values as JSON data and back
"""
