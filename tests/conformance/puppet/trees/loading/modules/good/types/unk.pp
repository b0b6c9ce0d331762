type Good::Unk = Optional[Nosuch::Type]
