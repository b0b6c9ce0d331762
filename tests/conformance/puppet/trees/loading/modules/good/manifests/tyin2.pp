type Good::Tyin2::T = Integer
class good::tyin2(Good::Tyin2::T $x = 1) { notice("tyin2 ${x}") }
