"""The agent: read the command line and the policy, run the bundles, report the result."""
