"""Reports of agents: kept before they are acknowledged, then given to processors."""
