Puppet::Functions.create_function(:'lab::calls_itself') do
  dispatch :go do
    param 'Any', :scope
    param 'Type', :type
    param 'Any', :value
  end

  def call(scope, *args)
    self.class.dispatcher.dispatch(self, scope, [scope] + args)
  end

  def go(scope, type, value)
    [type.instance?(value), type.to_s, scope['osfamily']]
  end
end
