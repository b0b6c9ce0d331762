class good::usesother { notice(second::name()) notice(globalish()) }
