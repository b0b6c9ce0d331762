Puppet::Functions.create_function(:'lab::typed') do
  dispatch :one do
    param 'String', :name
    optional_param 'Integer[1,10]', :count
    return_type 'Array[String]'
  end
  dispatch :many do
    param 'Array[String]', :names
    repeated_param 'Lab::Port', :ports
  end
  def one(name, count = 2)
    [name] * count
  end
  def many(names, *ports)
    names.zip(ports)
  end
end
