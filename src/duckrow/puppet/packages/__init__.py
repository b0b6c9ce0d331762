"""Modules as packages: one archive with an index of everything in it, which may be signed.

contents    the files of a module that belong into a package
definitions what these files define, by kind
pack        write a package, the same bytes each time
verify      check a package: its members, its digests, its signatures
signatures  signatures over an index, and the keys that are trusted
required    the signatures that a setting requires of every module on a path
"""
