Puppet::Type.type(:featured_note).provide(:able, parent: :base) do
  has_feature :colours
  defaultfor kernel: :linux
  commands yes: 'true'

  def colour
    'grey'
  end

  def colour=(value)
    raise Puppet::Error, yes(value).inspect if value == 'red'
    notice "paints #{value}"
  end

  def size
    3
  end

  def size=(value)
    notice "becomes #{value}, #{self.class.feature?(:sizes)}, #{self.class.declared_feature?(:sizes)}"
  end
end
