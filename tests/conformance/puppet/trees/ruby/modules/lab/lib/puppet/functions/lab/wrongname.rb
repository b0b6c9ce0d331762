Puppet::Functions.create_function(:'lab::othername') do
  def othername
  end
end
