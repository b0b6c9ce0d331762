require 'puppet/resource_api/simple_provider'

# Makes a message.
class Puppet::Provider::ApiMaker::ApiMaker < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    []
  end

  def generate(context, title, is, should)
    context.notice("generate #{title} #{is.inspect} #{should.inspect}")
    [Puppet::Type.type(:notify).new(title: "made by #{title}")]
  end
end
