class good::tyin(Good::Tyin::T $x = 1) { notice("tyin ${x}") }
type Good::Tyin::T = Integer
