"""The built-in functions of CFEngine policy, in the chapters of the manual; see `table`.

A function takes the context and its arguments, which are checked and expanded already, except for
functions that evaluate them on their own. It returns a string, True or False for a class, a list or
Data. `helpers` holds code that several of them share.
"""
