Puppet::Type.type(:stored_note).provide(:lines) do
  mk_resource_methods

  class << self
    attr_accessor :file
  end

  def self.instances
    return [] unless file && File.exist?(file)
    File.readlines(file).map do |line|
      name, colour, age = line.chomp.split(':')
      raise Puppet::Error, "a damaged line: #{line.chomp}" if age.nil?
      new(name: name, ensure: :present, colour: colour, age: age.to_i)
    end
  end

  def self.prefetch(resources)
    self.file = resources.values.first[:file]
    instances.each do |found|
      resources[found.name].provider = found if resources.key?(found.name)
    end
  end

  def exists?
    @property_hash[:ensure] == :present
  end

  def create
    @property_hash = { ensure: :present, colour: resource[:colour], age: resource[:age] || 0 }
  end

  def destroy
    @property_hash = { ensure: :absent }
  end

  def flush
    lines = File.exist?(resource[:file]) ? File.readlines(resource[:file]).map(&:chomp) : []
    lines.reject! { |line| line.start_with?("#{resource[:name]}:") }
    if @property_hash[:ensure] == :present
      lines << "#{resource[:name]}:#{@property_hash[:colour]}:#{@property_hash[:age]}"
    end
    raise 'cannot flush' if resource[:name] == 'unflushable'
    File.write(resource[:file], lines.sort.map { |line| "#{line}\n" }.join)
  end
end
