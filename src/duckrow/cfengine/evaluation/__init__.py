"""Classes, variables, expansion, iteration and the normal order."""
