require 'rexml/document'; require 'stringio'
out = []
x = <<-XML
<?xml version="1.0"?>
<cib id="c1">
  <configuration>
    <constraints>
      <rsc_location id="a" node="n1" score="5"/>
      <rsc_location id="b" node="n2"><rule>t &amp; u</rule></rsc_location>
    </constraints>
    <nv name="k" value="v"/>
  </configuration>
</cib>
XML
d = REXML::Document.new(x)
out << d.root.name << d.root.attributes['id'] << d.root.elements['configuration'].elements['constraints'].elements.size
c = d.root.elements['configuration'].elements['constraints']
c.each_element('rsc_location') { |e| out << e.attributes['id'] << e.attributes.map { |k, v| "#{k}=#{v}" } }
out << REXML::XPath.match(d, '//rsc_location').map { |e| e.attributes['node'] } << REXML::XPath.first(d, "//rsc_location[@id='b']/rule").text << d.root.elements["configuration/nv[@name='k']"].attributes['value']
REXML::XPath.each(d, '//nv') { |e| out << e.name << e.parent.name }
out << d.elements['cib/configuration/nox'] << c.elements[1].attributes['id'] << c.elements.to_a.length << (c.elements['rsc_location/rule'].nil?)
e = REXML::Element.new('new'); e.add_attribute('a', "it's <1>"); e.text = 'x < y'; out << e.to_s
s = e.add_element('sub', { 'k' => 'v' }); out << e.to_s << e.elements['sub'].attributes['k']
e.delete_element('sub'); out << e.to_s
f = REXML::Document.new('<a><b><c/></b></a>'); io = StringIO.new; f.write(io, 2); out << io.string.lines.map(&:rstrip) << f.to_s
begin; REXML::Document.new('<a><b></a>'); rescue REXML::ParseException => ex; out << ex.class.name; end
out << c.elements[2].attributes.reject { |k, _v| k == 'id' }.keys << REXML::XPath.match(d, "//rsc_location/@id").map(&:to_s).length
out << defined?(File.exist?) << defined?(File.nox) << defined?(Nox::Thing.x) << defined?(String.new)
out.map(&:inspect)
