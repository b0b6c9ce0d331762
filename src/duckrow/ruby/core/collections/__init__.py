"""Arrays, hashes, sets, ranges and structs, and how to go through them."""
