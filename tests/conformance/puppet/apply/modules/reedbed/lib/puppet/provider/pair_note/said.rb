Puppet::Type.type(:pair_note).provide(:said) do
  def pages
    0
  end

  def pages=(value)
    notice "#{resource[:shelf]} #{resource[:book]} #{resource.title} #{resource.uniqueness_key.inspect} #{value}"
  end
end
