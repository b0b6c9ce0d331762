Puppet::Functions.create_function(:'lab::logs') do
  def logs
    Puppet.warning('w')
    Puppet.notice("n")
    Puppet.err "e"
    Puppet[:strict].to_s + Puppet.version[0]
  end
end
