Puppet::Type.type(:featured_note).provide(:base) do
  defaultfor kernel: :plan9
  def current
    @level || :absent
  end

  def set_level(level)
    notice "#{self.class.name} sets #{level}"
    @level = level
  end
end
