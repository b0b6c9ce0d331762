"""Files that agents ask for: metadata, content, and the bucket."""
