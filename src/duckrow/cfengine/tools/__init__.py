"""The tools beside the agent and the server: cf-key, cf-net, cf-runagent and cf-secret."""
