"""Zip archives that are read as directories: /modules/pond.par/manifests/init.pp.

    members   the members that an archive lists, if nothing in the list is unusual
    checks    the checks of any other list, which may be hostile
    archive   one open archive: its directories, and the checked content of a member
    joined    the lists of many archives, searched at once, and kept in a cache directory
    index     the list of everything in a package, with digests
    write     an archive of some contents
    find      the archive that a path leads into; `machine.paths` asks it when a path ends in a file

Nothing is unpacked.
"""
