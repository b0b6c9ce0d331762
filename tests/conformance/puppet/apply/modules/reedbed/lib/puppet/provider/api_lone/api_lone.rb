module Puppet
  class Provider
    module ApiLone
      # Has nothing.
      class ApiLone
        def get(_context)
          []
        end

        def insync?(_context, name, _attribute, _is, _should)
          name == 'in'
        end

        def set(context, changes)
          context.notice(changes.inspect)
          context.device
        end
      end
    end
  end
end
