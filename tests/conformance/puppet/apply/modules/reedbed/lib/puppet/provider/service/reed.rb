# Services are files in a directory, which hold their state.
Puppet::Type.type(:service).provide(:reed, parent: :service) do
  has_feature :enableable, :refreshable

  def path
    "#{resource[:path].is_a?(Array) ? resource[:path].first : resource[:path]}/#{resource[:name]}"
  end

  def lines
    File.exist?(path) ? File.read(path).split : []
  end

  def write(words)
    File.write(path, words.map { |word| "#{word}\n" }.join)
  end

  def status
    lines.include?('running') ? :running : :stopped
  end

  def start
    write(lines | ['running'])
  end

  def stop
    write(lines - ['running'])
  end

  def restart
    notice 'restarted'
  end

  def enabled?
    lines.include?('enabled') ? :true : :false
  end

  def enable
    write(lines | ['enabled'])
  end

  def disable
    write(lines - ['enabled'])
  end
end
