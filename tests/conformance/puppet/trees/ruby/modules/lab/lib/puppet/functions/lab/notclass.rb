Puppet::Functions.create_function(:'lab::notclass') do
  def notclass; end
end
42
