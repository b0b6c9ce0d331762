# Metres of water; a duck must be able to dive.
type Pond::Depth = Variant[Integer[1, 10], Float[0.5, 10.0]]
