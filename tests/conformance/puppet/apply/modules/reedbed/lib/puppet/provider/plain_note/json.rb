require 'json'
Puppet::Type.type(:plain_note).provide(:json) do
  desc 'A file of JSON.'

  def all
    File.exist?(resource[:file]) ? JSON.parse(File.read(resource[:file])) : {}
  end

  def note
    all[resource[:name]] || {}
  end

  def store(changes)
    held = all
    if changes.nil?
      held.delete(resource[:name])
    else
      held[resource[:name]] = (held[resource[:name]] || {}).merge(changes)
    end
    File.open(resource[:file], 'w') { |f| f.puts JSON.generate(held) }
  end

  def exists?
    all.key?(resource[:name])
  end

  def create
    warning "a loud note of style #{resource[:style]}" if resource.loud?
    store('text' => resource[:text], 'size' => resource[:size], 'words' => resource[:words], 'style' => resource[:style])
  end

  def destroy
    store(nil)
  end

  %w[text size words].each do |name|
    define_method(name) { note[name] || :absent }
    define_method("#{name}=") { |value| store(name => value) }
  end

  def choice
    (note['choice'] || 'absent').to_sym
  end

  def choice=(value)
    store('choice' => value)
  end

  def failing
    raise 'cannot read' if resource[:failing] == 'read'
    note['failing']
  end

  def failing=(value)
    raise Puppet::Error, "cannot write #{value}" if value == 'write'
    raise ArgumentError, 'wrong' if value == 'argument'
    store('failing' => value)
  end

  def refreshed
    raise 'no refresh' if resource[:text] == 'unrefreshable'
    notice 'refreshed'
    Puppet.notice "#{resource.ref} of #{resource[:file].split('/').last}"
  end
end
