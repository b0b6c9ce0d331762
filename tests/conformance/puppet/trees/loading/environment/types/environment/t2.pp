type Environment::T2 = String
