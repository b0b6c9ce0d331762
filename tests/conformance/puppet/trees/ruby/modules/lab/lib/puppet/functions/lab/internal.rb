Puppet::Functions.create_function(:'lab::internal', Puppet::Functions::InternalFunction) do
  dispatch :go do
    scope_param
    param 'String', :name
  end
  def go(scope, name)
    v = scope[name]
    "#{scope} #{v.inspect} #{scope.include?(name)} #{scope.exist?(name)} #{closure_scope['osfamily']} #{scope.lookupvar('facts')['os']['name']}"
  end
end
