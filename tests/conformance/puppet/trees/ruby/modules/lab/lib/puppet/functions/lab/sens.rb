Puppet::Functions.create_function(:'lab::sens') do
  dispatch :go do
    param 'Variant[String, Sensitive[String]]', :s
  end
  def go(s)
    if s.is_a?(Puppet::Pops::Types::PSensitiveType::Sensitive)
      Puppet::Pops::Types::PSensitiveType::Sensitive.new(s.unwrap.upcase)
    else
      s.upcase
    end
  end
end
