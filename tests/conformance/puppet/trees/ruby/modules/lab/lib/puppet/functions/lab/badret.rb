Puppet::Functions.create_function(:'lab::badret') do
  dispatch :go do
    return_type 'Integer'
  end
  def go
    'text'
  end
end
