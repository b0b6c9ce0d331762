"""Why the catalog is as it is: what a compile did, and the answers to questions about it."""
