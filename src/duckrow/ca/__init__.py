"""A certificate authority on the files of Puppet's `cadir`; it needs the package cryptography.

An `Authority` signs, revokes and lists. There is no web server here: a server calls this room.
"""
