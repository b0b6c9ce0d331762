"""Functions of the manual's chapter Utils: classes, bundles and versions."""
