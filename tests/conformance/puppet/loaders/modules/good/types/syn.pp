type Good::Syn = Integer[
