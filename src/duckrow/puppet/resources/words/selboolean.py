"""Words about the resource type selboolean."""

SUMMARY = "Switches a boolean of the SELinux policy."

ATTRIBUTES = {
    "value": "on or off.",
    "name": "The name of the boolean.",
    "persistent": "Whether it stays so after a restart.",
}
