type Good::Duck = Object[{attributes => {'name' => String, 'age' => {type => Integer, value => 3}}}]
