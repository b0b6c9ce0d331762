"""Who may ask what: the rules of auth.conf, and those of a server without one."""
