"""The built-in functions, in the chapters of the manual; `table` lists the file of each.

A function is an attribute in capitals: `each` is `iteration.each.EACH`. A family such as the log
functions shares one file. `helpers` holds shared code and no functions.
"""
