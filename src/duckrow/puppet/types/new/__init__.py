"""Values from other values: Integer('0x1f'), Timestamp('2020-01-01'), Hash([['a', 1]]).

`dispatch.new(type, *arguments)` is the door. `signatures` holds, as data, what each type can be
made of; there is one module for each type with the making itself.
"""
