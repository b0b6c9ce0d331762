"""Commands: what PuppetDB's clients send, checked and then written in one transaction."""
