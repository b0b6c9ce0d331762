"""Ruby code of modules that runs on the host it manages: facts, types and providers."""
