Puppet::Type.type(:listed_note).provide(:said) do
  def members
    'b,a'
  end

  def steps
    %w[one two]
  end

  def pairs
    { a: '1', b: '2' }
  end

  def on
    false
  end

  %w[members steps pairs on].each do |name|
    define_method("#{name}=") { |value| notice "#{name} #{value.inspect}" }
  end
end
