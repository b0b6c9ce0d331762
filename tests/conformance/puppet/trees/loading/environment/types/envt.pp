type Envt = Integer
