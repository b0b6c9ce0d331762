"""Attributes of guest_environments promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "environment_host": ("string", "[a-zA-Z0-9_]+"),
    "environment_interface": ("body", None),
    "environment_resources": ("body", None),
    "environment_state": ("option", "create,delete,running,suspended,down"),
    "environment_type": (
        "option",
        "xen,kvm,esx,vbox,test,xen_net,kvm_net,esx_net,test_net,zone,ec2,eucalyptus",
    ),
}
