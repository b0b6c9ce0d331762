require 'puppet_x/reedbed/helper'
Puppet::Type.type(:command_note).provide(:shell) do
  include PuppetX::Reedbed::Helper

  commands sh: 'sh', echo: '/bin/echo'
  optional_commands nowhere: 'no_such_command_anywhere'
  has_command(:coloured, '/bin/sh') do
    environment COLOUR: 'green', HOME: '/nowhere'
  end

  def result
    case resource[:name]
    when 'plain' then echo('a', "b c").chomp
    when 'class' then self.class.echo('-n', resource[:argument])
    when 'missing' then nowhere('x')
    when 'failing' then sh('-c', 'echo out; echo err >&2; exit 3')
    when 'rescued'
      begin
        sh('-c', 'exit 3')
      rescue Puppet::ExecutionFailure => e
        "rescued #{e.message} #{e.class}"
      end
    when 'environment' then coloured('-c', 'echo $COLOUR $HOME $LANG').chomp
    when 'command' then self.class.command(:sh).to_s.split('/').last
    when 'execute' then execute(['sh', '-c', 'echo x; exit 2'], failonfail: false).exitstatus.to_s
    when 'pipe' then execpipe('echo one; echo two') { |io| io.readlines.map(&:chomp).join('+') }
    when 'backticks' then `echo quoted`.chomp + $?.exitstatus.to_s
    when 'helper' then shout('loud')
    when 'util' then [Puppet::Util.which('sh').class, Puppet::Util.which('no_such_command')].inspect
    end
  end

  def result=(value)
    raise Puppet::Error, 'cannot be set' if value == 'no'
  end
end
