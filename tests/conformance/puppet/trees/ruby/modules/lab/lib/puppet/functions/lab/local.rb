Puppet::Functions.create_function(:'lab::local') do
  local_types do
    type 'Small = Integer[0, 9]'
    type 'Smalls = Array[Small]'
  end
  dispatch :go do
    param 'Smalls', :xs
  end
  argument_mismatch :sorry do
    param 'Any', :x
  end
  def go(xs)
    xs.inject(:+)
  end
  def sorry(x)
    "wants small numbers, not #{x.inspect}"
  end
end
