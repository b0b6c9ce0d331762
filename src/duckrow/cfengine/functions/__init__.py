"""The built-in functions of CFEngine policy, one per file.

A file is named as its function is, with an underscore behind what Python keeps for itself, and
offers `call(context, arguments)`. Arguments are checked and expanded already, except for functions
that evaluate them on their own. The answer is text, a truth for a class, a list or Data.
"""
