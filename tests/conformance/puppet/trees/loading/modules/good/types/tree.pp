type Good::Tree = Variant[Integer, Array[Good::Tree]]
