include heron
include diver
