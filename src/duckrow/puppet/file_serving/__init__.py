"""Files that a server gives to agents: mounts, metadata and contents."""
