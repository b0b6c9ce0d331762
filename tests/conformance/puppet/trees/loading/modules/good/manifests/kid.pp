class good::kid inherits good::parent { notice("kid ${pv}") }
