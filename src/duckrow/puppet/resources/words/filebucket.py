"""Words about the resource type filebucket."""

SUMMARY = "Names a place where old contents of files are kept."

ATTRIBUTES = {
    "name": "What the bucket is called.",
    "server": "A server that would keep contents; here they are kept on this host.",
    "port": "The port of that server.",
    "path": "A directory of one's own for contents.",
}
