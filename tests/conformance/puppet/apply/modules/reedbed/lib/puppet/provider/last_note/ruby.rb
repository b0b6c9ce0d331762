Puppet::Type.type(:last_note).provide(:ruby) do
  def ends
    :no
  end

  def ends=(_value)
    notice("stopped before: #{Puppet::Application.stop_requested?}")
    Puppet::Application.stop!
    notice("stopped now: #{Puppet::Application.stop_requested?}")
  end
end
