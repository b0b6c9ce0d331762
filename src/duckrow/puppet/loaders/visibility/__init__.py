"""Which modules, and which versions of them, code sees: the setting module_visibility."""
