"""Code that several functions share; nothing here is a function of the language."""
