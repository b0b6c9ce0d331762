# A type without providers: it does the work itself.
Puppet::Type.newtype(:bare_note) do
  ensurable
  newparam(:path, namevar: true) {}
  newparam(:children) {}
  newparam(:late_children) {}
  newproperty(:text) do
    def retrieve
      File.exist?(resource[:path]) ? File.read(resource[:path]).chomp : :absent
    end

    def sync
      File.write(resource[:path], "#{should}\n")
    end
  end

  def exists?
    File.exist?(self[:path])
  end

  def create
    File.write(self[:path], "#{self[:text]}\n")
  end

  def destroy
    File.delete(self[:path])
  end

  def generate
    Array(self[:children]).map do |name|
      self.class.new(path: "#{self[:path]}.#{name}", text: "child of #{title}", ensure: :present)
    end
  end

  def eval_generate
    Array(self[:late_children]).map do |name|
      Puppet::Type.type(:file).new(path: "#{self[:path]}.#{name}", content: "late\n", mode: '0600')
    end
  end

  autobefore(:notify) { 'after' }
  autonotify(:bare_note) { [] }
end
