# Remembers nothing; says what it is asked.
class Puppet::Provider::ApiBare::ApiBare
  def get(_context)
    [
      { name: 'a', text: 'OLD', count: 3 },
      { name: 'b', text: 'OLD', count: 'many' },
      { name: 'c', text: 'OLD', deep: 1 },
      { name: 'd', text: 'OLD' },
      { name: 'e', text: 'OLD', count: 1 },
    ]
  end

  def insync?(context, name, attribute, is, should)
    context.notice("compare #{name} #{attribute} #{is[attribute].inspect} #{should[attribute].inspect}")
    case attribute
    when :text
      [is[:text].casecmp(should[:text]).zero?, "text becomes #{should[:text]}"]
    when :count
      name == 'e' ? 'perhaps' : nil
    end
  end

  def set(context, changes)
    changes.each do |name, change|
      context.processing(name, change[:is], change[:should]) do
        raise ArgumentError, 'no reed' if name == 'd'
        context.attribute_changed(name, 'count', change[:is][:count], change[:should][:count], message: 'more')
      end
      context.created([name, 'other'], message: 'Made')
      context.failed(name, message: 'not quite') if name == 'c'
    end
  end
end
