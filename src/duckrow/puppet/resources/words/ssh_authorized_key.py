"""Words about the resource type ssh_authorized_key."""

SUMMARY = "Looks after a key with which a user may log in."

ATTRIBUTES = {
    "ensure": "Whether the key is in the file.",
    "type": "The kind of key, such as ssh-ed25519.",
    "key": "The key itself, without kind and comment.",
    "user": "Whose key file it is in.",
    "target": "The file, if it is not that of the user.",
    "options": "What the key may be used for and how.",
    "name": "The comment of the key.",
    "drop_privileges": "Whether the file is read and written as the user.",
}
