"""CFEngine 3: policy in, promises kept."""
