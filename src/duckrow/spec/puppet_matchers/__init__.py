"""The matchers of rspec-puppet."""
