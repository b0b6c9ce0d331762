"""What values of a policy are, how data looks as JSON text, and how a promise can end.

rvals       the kinds of values that are not plain text or lists
json_text   data as JSON text, read and written as the reference does
outcomes    how a promise ends, and how a function fails
"""
