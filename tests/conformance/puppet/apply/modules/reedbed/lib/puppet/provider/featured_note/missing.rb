Puppet::Type.type(:featured_note).provide(:missing, parent: :able) do
  commands nothing: 'no_such_command_anywhere'
end
