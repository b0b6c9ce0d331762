"""Files that a server gives to agents: mounts, metadata and contents.

server.py           the questions of agents: metadata of a file, of a tree, the path of a content
mounts.py           from modules/pond/duck.txt to the files that it may mean
fileserver_conf.py  the mounts that fileserver.conf adds
modules.py          the modules of an environment, read again when the module path changes
options.py          the fields of a request: links, recurse, checksum_type, …
metadata.py         what an agent learns about one file
static.py           metadata in a catalog, so that the agent need not ask
tasks.py            the tasks of modules: their metadata and their files
bucket.py           contents that agents send before they replace a file

Nothing here knows HTTP: the room raises the errors of errors.py.
"""
