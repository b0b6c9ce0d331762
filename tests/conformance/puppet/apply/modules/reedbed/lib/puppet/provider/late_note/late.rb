Puppet::Type.type(:late_note).provide(:late) do
  confine true: -> { File.exist?(ENV['LATE_NOTE'] || '/nonexistent/late') }

  def text
    'none'
  end

  def text=(value)
    notice "now #{value}"
  end
end
