"""Why a policy ran as it did: answers about promises, classes, variables and bundles."""
