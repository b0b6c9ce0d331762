# The metadata that Puppet puts into static catalogs.
#
# argument: a directory with confdir, vardir and code/environments/production
# stdin:  one manifest on each line, as a JSON string
# stdout: one JSON object for each: {"metadata", "recursive_metadata"} or {"error"}

require 'puppet'
require 'puppet/indirector/catalog/compiler'
require 'json'
$stdout.set_encoding('UTF-8')

root = ARGV[0]
Puppet.initialize_settings([
  '--confdir', "#{root}/conf", '--vardir', "#{root}/var", '--codedir', "#{root}/code",
  '--environmentpath', "#{root}/code/environments", '--default_file_terminus', 'file_server'
])
Puppet.settings.preferred_run_mode = :server
Puppet::Util::Log.level = :emerg
modules = ["#{root}/code/environments/production/modules", "#{root}/code/modules"]

$stdin.each_line do |line|
  Puppet[:code] = JSON.parse(line)
  environment = Puppet::Node::Environment.create(:production, modules)
  loaders = Puppet::Environments::Static.new(environment)
  answer = Puppet.override(environments: loaders, current_environment: environment) do
    node = Puppet::Node.new('huey.lab', environment: environment, facts: Puppet::Node::Facts.new('huey.lab', {}))
    options = { static_catalog: true, code_id: 'v1', checksum_type: 'quack.sha256.md5' }
    data = Puppet::Resource::Catalog::Compiler.new.send(:compile, node, options).to_data_hash
    { 'metadata' => data['metadata'], 'recursive_metadata' => data['recursive_metadata'] }
  rescue StandardError => error
    { 'error' => error.message }
  end
  puts JSON.generate(answer)
end
