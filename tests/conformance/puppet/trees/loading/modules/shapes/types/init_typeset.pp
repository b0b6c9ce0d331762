type Shapes = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Side => Integer[1], Square => { attributes => { side => Side } } } }]
