"""Words about the resource type component."""

SUMMARY = "What classes and defines are when a catalog is applied; not declared by hand."

ATTRIBUTES = {
    "name": "The name of the class or define.",
}
