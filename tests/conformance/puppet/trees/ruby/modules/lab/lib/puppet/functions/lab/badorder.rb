Puppet::Functions.create_function(:'lab::badorder') do
  dispatch :x do
    optional_param 'String', :a
    param 'String', :b
  end
  def x; end
end
