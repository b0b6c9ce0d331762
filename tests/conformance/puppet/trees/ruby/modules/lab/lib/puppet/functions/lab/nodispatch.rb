Puppet::Functions.create_function(:'lab::nodispatch') do
  def nodispatch(a, b = 'x', *rest)
    helper([a, b] + rest)
  end
  def helper(x)
    x.map { |e| e.nil? ? 'nil' : e.to_s }.join('-')
  end
end
