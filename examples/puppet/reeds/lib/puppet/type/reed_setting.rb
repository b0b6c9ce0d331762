# A setting in an ini file: reed_setting { 'song/volume': path => '/etc/reeds.conf', value => 'low' }
Puppet::Type.newtype(:reed_setting) do
  @doc = 'A setting in an ini file.'

  ensurable do
    defaultvalues
    defaultto :present
  end

  newparam(:name, namevar: true) do
    desc 'SECTION/SETTING'
    validate do |value|
      raise ArgumentError, "#{value} is not SECTION/SETTING" unless value =~ %r{\A[^/]+/[^/]+\z}
    end
  end

  newparam(:path) do
    desc 'The file.'
    validate do |value|
      raise ArgumentError, 'path must be absolute' unless Puppet::Util.absolute_path?(value)
    end
  end

  newproperty(:value) do
    desc 'The value; true and false are written as words.'
    munge { |value| value.to_s.strip }
  end

  validate do
    raise Puppet::Error, 'path is required' if self[:path].nil?
  end

  autorequire(:file) { File.dirname(self[:path]) }
end
