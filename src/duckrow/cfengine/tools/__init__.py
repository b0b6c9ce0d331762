"""The tools beside the agent and the server: cf-key, cf-net, cf-runagent, cf-secret; collect.py."""
