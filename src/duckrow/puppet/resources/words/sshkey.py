"""Words about the resource type sshkey."""

SUMMARY = "Looks after the key of a host in a file of known hosts."

ATTRIBUTES = {
    "ensure": "Whether the key is in the file.",
    "key": "The key itself.",
    "host_aliases": "Other names and addresses of the host.",
    "target": "The file; /etc/ssh/ssh_known_hosts if nothing is said.",
    "type": "The kind of key, such as ssh-ed25519.",
    "name": "The name of the host.",
}
