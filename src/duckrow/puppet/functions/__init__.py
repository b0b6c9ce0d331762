"""The built-in functions, in the chapters of the manual; `table` says where each one is.

A function is an attribute in capitals: `each` is `iteration.each.EACH`. A family such as the log
functions shares one file. `helpers` holds no functions, only what several of them share.
"""
