"""What resource types and their attributes are for, in one sentence each.

One file per type, with SUMMARY and ATTRIBUTES; read by `duckrow describe` and by nobody else.
"""
