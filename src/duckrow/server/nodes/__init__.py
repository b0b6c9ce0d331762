"""What the server knows about nodes: classification, facts, and how to forget one."""
