"""The part of Ruby's library that reads or changes the host.

Each function here asks `ruby.host.machine(construct)` for the machine it works on; a host that has
none, such as that of templates, raises UnsupportedError there.
"""
