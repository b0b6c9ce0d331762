require 'puppet/provider/package'
# Packages are files in a directory: the name of the package is their name, the version their content.
Puppet::Type.type(:package).provide(:reed, parent: Puppet::Provider::Package) do
  desc 'Packages of reeds.'
  has_feature :installable, :uninstallable, :versionable, :upgradeable, :install_options

  def self.instances
    []
  end

  def path
    "#{resource[:source]}/#{resource[:name]}"
  end

  def query
    File.exist?(path) ? { ensure: File.read(path).chomp, name: resource[:name] } : nil
  end

  def latest
    '9'
  end

  def install
    should = resource[:ensure]
    version = should.is_a?(Symbol) ? latest : should
    raise Puppet::Error, "no version #{version}" if version == '0'
    File.write(path, "#{[version, join_options(resource[:install_options])].flatten.compact.join(' ')}\n")
  end

  def update
    install
  end

  def uninstall
    File.delete(path)
  end
end
