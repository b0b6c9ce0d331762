"""The small vocabulary that compiled manifests call: scopes, operators, calls, errors."""
