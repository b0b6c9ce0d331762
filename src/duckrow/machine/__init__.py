"""The only room that touches the operating system. It knows neither Puppet nor CFEngine.

machine.py      the interface of a machine, as small groups of methods
local.py        this host, or a scratch root below a directory
memory.py       a machine made of dictionaries, for tests
paths.py        plain questions about paths, and plain reading
this_process.py this process: its user, environment and ancestors
host.py         the host as facts and hard classes read it
netlink.py      network interfaces and routes, read from the kernel
sqlite.py       SQLite files
files/          facts of paths, atomic writes, copies, trees, removal
processes/      commands with limits, and the table of processes
users/          accounts: passwd, group and shadow, and the tools that change them
packages/       one package tool per file behind one interface
services/       one service manager per file behind one interface
texts/          crontab, fstab, hosts and key files, changed without touching the rest
"""
