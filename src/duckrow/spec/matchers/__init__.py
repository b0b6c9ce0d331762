"""RSpec's own matchers."""
