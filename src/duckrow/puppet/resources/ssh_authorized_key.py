"""ssh_authorized_key: a key that lets somebody log in as a user."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "ssh_authorized_key",
    properties={
        "ensure": "present absent",
        "type": (
            "ssh-dss ssh-rsa ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 "
            "ssh-ed25519 sk-ecdsa-sha2-nistp256@openssh.com sk-ssh-ed25519@openssh.com "
            "ssh-rsa-cert-v01@openssh.com ssh-ed25519-cert-v01@openssh.com "
            "ssh-dss-cert-v01@openssh.com ecdsa-sha2-nistp256-cert-v01@openssh.com "
            "ecdsa-sha2-nistp384-cert-v01@openssh.com "
            "ecdsa-sha2-nistp521-cert-v01@openssh.com"
        ),
        "key": "",
        "user": "",
        "target": "",
        "options": "",
    },
    parameters={
        "name": "",
        "drop_privileges": "true false yes no",
        "provider": "",
    },
    lists=("options",),
)
