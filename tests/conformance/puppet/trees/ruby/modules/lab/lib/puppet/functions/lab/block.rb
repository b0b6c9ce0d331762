Puppet::Functions.create_function(:'lab::block') do
  dispatch :with_block do
    param 'Hash[String, Any]', :h
    block_param 'Callable[2,2]', :blk
  end
  dispatch :opt do
    repeated_param 'Numeric', :ns
    optional_block_param
  end
  def with_block(h)
    h.map { |k, v| yield(k, v) }
  end
  def opt(*ns, &blk)
    blk ? ns.map { |n| blk.call(n) } : ns.reduce(0) { |a, b| a + b }
  end
end
