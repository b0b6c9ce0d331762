# Reads and writes the file line by line.
Puppet::Type.type(:reed_setting).provide(:ini) do
  desc 'Edits the file in place.'

  def exists?
    !position.nil?
  end

  def create
    lines = read
    heading = lines.index("[#{section}]")
    if heading.nil?
      lines.push("[#{section}]")
      heading = lines.length - 1
    end
    lines.insert(heading + 1, "#{setting} = #{resource[:value]}")
    write(lines)
  end

  def destroy
    write(read.tap { |lines| lines.delete_at(position) })
  end

  def value
    read[position].split('=', 2).last.strip
  end

  def value=(wanted)
    write(read.tap { |lines| lines[position] = "#{setting} = #{wanted}" })
  end

  private

  def section
    resource[:name].split('/').first
  end

  def setting
    resource[:name].split('/').last
  end

  def read
    File.exist?(resource[:path]) ? File.readlines(resource[:path], chomp: true) : []
  end

  def write(lines)
    File.open(resource[:path], 'w') { |file| lines.each { |line| file.puts(line) } }
  end

  # The number of the setting's line, or nil.
  def position
    inside = nil
    read.each_with_index do |line, number|
      case line
      when %r{^\[(.+)\]$} then inside = Regexp.last_match(1)
      when %r{^\s*#{Regexp.escape(setting)}\s*=} then return number if inside == section
      end
    end
    nil
  end
end
