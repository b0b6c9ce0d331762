"""The certificate authority over HTTP: endpoints of agents and of administrators."""
