# Runs resource types and providers of modules in an installed Puppet, for duckrow.
#
# One request per line on standard input, as JSON: {"do": "read", "id": 3}. Log messages of the
# request come first, {"log": [LEVEL, SOURCE, MESSAGE]}; then one answer: {"answer": …}, or
# {"error": TEXT}. What Ruby code prints goes to standard error.

require 'json'
require 'puppet'

# The resources of a run by number, and the requests about them.
class Helper
  def initialize(answers)
    @answers = answers
    @resources = []
    @current = {}
    @catalog = Puppet::Resource::Catalog.new('duckrow')
  end

  def serve(requests)
    requests.each_line { |line| answer(JSON.parse(line)) }
  end

  def log(message)
    write('log' => [message.level.to_s, message.source.to_s, message.message.to_s])
  end

  private

  def answer(request)
    write('answer' => send("do_#{request.delete('do')}", request))
  rescue Exception => e # rubocop:disable Lint/RescueException -- the other side decides
    raise if e.is_a?(NoMemoryError) || e.is_a?(SignalException)

    write('error' => e.message.to_s, 'class' => e.class.name)
  end

  def write(value)
    @answers.write("#{JSON.generate(clean(value))}\n")
    @answers.flush
  end

  # Texts that are not UTF-8 have no form in JSON.
  def clean(value)
    case value
    when Hash then value.map { |key, each| [clean(key.to_s), clean(each)] }.to_h
    when Array then value.map { |each| clean(each) }
    when String then value.dup.force_encoding('UTF-8').scrub('?')
    when Symbol then value.to_s
    when nil, true, false, Integer, Float then value
    else clean(value.to_s)
    end
  end

  # ---- requests

  def do_start(request)
    settings = request['settings'].flat_map { |name, value| ["--#{name}", value] }
    Puppet.initialize_settings(settings)
    Puppet[:log_level] = 'debug'
    Puppet::Util::Log.level = :debug
    environment = Puppet::Node::Environment.create(request['environment'].to_sym, request['modulepath'])
    Puppet.push_context(Puppet.base_context(Puppet.settings))
    Puppet.push_context(
      current_environment: environment,
      environments: Puppet::Environments::Static.new(environment),
    )
    Puppet.push_context(loaders: Puppet::Pops::Loaders.new(environment))
    # Code of modules requires files of their own lib directories.
    environment.each_plugin_directory { |directory| $LOAD_PATH << directory }
    Puppet.version
  end

  # Make a resource: what the engine must know of it before it runs.
  def do_make(request)
    given = Puppet::Resource.new(request['type'], request['title'])
    request['values'].each { |name, value| given[name] = from_data(value) }
    given.sensitive_parameters = request['sensitive'].map(&:to_sym)
    given.file = request['file']
    given.line = request['line']
    made = given.to_ral
    @catalog.add_resource(made)
    @resources << made
    {
      'id' => @resources.length - 1,
      'name' => made.name,
      'values' => made.parameters_with_value.map { |each| [each.name, each.value] }.to_h,
      'provider' => made.provider && made.provider.class.name,
      'refreshes' => made.respond_to?(:refresh),
      'relations' => relations(made),
    }
  end

  # The other side writes a reference as a hash with its text, and what JSON lacks as rich data.
  def from_data(value)
    case value
    when Array then value.map { |each| from_data(each) }
    when Hash
      return Puppet::Resource.new(value['__reference']) if value.key?('__reference')
      return Puppet::Pops::Serialization::FromDataConverter.convert(value) if value.key?('__ptype')

      value.transform_values { |each| from_data(each) }
    else value
    end
  end

  def relations(made)
    kinds = { 'autorequire' => :eachautorequire, 'autobefore' => :eachautobefore,
              'autonotify' => :eachautonotify, 'autosubscribe' => :eachautosubscribe }
    kinds.map { |name, method| [name, related(made, method)] }.to_h
  end

  def related(made, method)
    found = []
    made.class.send(method) do |type, block|
      next unless Puppet::Type.type(type)

      names = [made.instance_eval(&block)].flatten.compact
      found << [type, names.map { |each| each.respond_to?(:title) ? each.title : each.to_s }]
    end
    found
  end

  def do_prefetch(request)
    many = request['ids'].map { |id| @resources[id] }
    many.group_by { |each| each.provider && each.provider.class }.each do |provider, group|
      next unless provider.respond_to?(:prefetch)

      provider.prefetch(group.map { |each| [each.name, each] }.to_h)
    end
    nil
  end

  def do_suitable(request)
    made = @resources[request['id']]
    made.suitable?
  end

  def do_read(request)
    @current[request['id']] = @resources[request['id']].retrieve_resource.to_hash
  end

  # The next property that is out of sync; those that were changed are in "done".
  def do_next(request)
    made = @resources[request['id']]
    current = @current[request['id']]
    ensure_ = made.parameter(:ensure)
    return change(ensure_, current) if ensure_ && !insync?(ensure_, current)
    return unless made.present?(current)

    done = request['done']
    found = made.properties.find do |each|
      each.name != :ensure && !done.include?(each.name.to_s) && !insync?(each, current)
    end
    found && change(found, current)
  end

  def insync?(property, current)
    !property.should || property.safe_insync?(current[property.name])
  end

  def change(property, current)
    is = current[property.name]
    {
      'property' => property.name, 'old' => is, 'new' => property.should,
      'old_text' => property.is_to_s(is), 'new_text' => property.should_to_s(property.should),
      'event' => property.event_name, 'sensitive' => property.sensitive ? true : false
    }
  end

  # Make a change; return what the log says of it.
  def do_sync(request)
    property = @resources[request['id']].property(request['property'])
    property.sync
    property.change_to_s(@current[request['id']][property.name], property.should)
  end

  def do_flush(request)
    made = @resources[request['id']]
    made.flush if made.respond_to?(:flush)
    nil
  end

  def do_refresh(request)
    @resources[request['id']].refresh
    nil
  end

  def do_instances(request)
    Puppet::Type.type(request['type']).instances.map do |each|
      state = each.retrieve_resource.to_hash
      state[:provider] = each.provider.class.name if each.provider
      [each.title, state]
    end
  end
end

answers = $stdout.dup
$stdout.reopen($stderr)
helper = Helper.new(answers)
Puppet::Util::Log.newdesttype(:duckrow) do
  match ':duckrow'

  define_method(:handle) { |message| helper.log(message) }
end
Puppet::Util::Log.newdestination(:duckrow)
helper.serve($stdin)
