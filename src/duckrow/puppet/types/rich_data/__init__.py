"""Values to plain data and back, with the reference's conventions.

to_data(value)      what JSON can hold: a value that it cannot hold becomes a hash with __ptype
from_data(data)     the value again

    {"__ptype": "Timestamp", "__pvalue": "2001-09-09T01:46:40.0 UTC"}     a scalar, as text
    {"__ptype": "Pcore::IntegerType", "from": 1}                          a type
    {"__ptype": "Car", "reg": "ABC 123"}                                  an object
    {"__ptype": "Hash", "__pvalue": [1, "a", 2, "b"]}                     keys that are no strings
    {"__ptype": "LocalRef", "__pvalue": "$['x'][0]"}                      the same one again

Invariants:
 1. A Sensitive is stored with what it holds, in the open, as the reference stores it: whoever
    writes the data out must protect it. No message ever shows what it holds.
 2. What comes back is equal to what went in, apart from what the reference does not store: the
    value of Boolean[true] and the type inside Sensitive[T].
"""
