"""Messages that say why a value or a type does not fit, in the reference's words."""
