"""Words about the resource type resources."""

SUMMARY = "Says something about all resources of a type, above all that unknown ones go."

ATTRIBUTES = {
    "name": "The type.",
    "purge": "Whether resources of that type which nobody declares are removed.",
    "unless_system_user": "Users with a number up to this are left alone.",
    "unless_uid": "Users with these numbers are left alone.",
}
