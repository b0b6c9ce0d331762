Puppet::Functions.create_function(:'lab::nomethod') do
  def other; end
end
