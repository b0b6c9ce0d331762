"""Values from other values: Integer('0x1f'), Timestamp('2020-01-01'), Hash([['a', 1]]).

The entry point is `dispatch.new(type, *arguments)`. `signatures` holds the signatures of `new` of
each type, as data; one module for each type has the code.
"""
