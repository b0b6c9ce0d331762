# The name of the machine that compiles, which no catalog should depend on.
Puppet::Functions.create_function(:'lab::host') do
  def host
    `hostname`.chomp
  end
end
