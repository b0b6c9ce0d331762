"""Classes: the defined classes, class expressions, and classes promises."""
