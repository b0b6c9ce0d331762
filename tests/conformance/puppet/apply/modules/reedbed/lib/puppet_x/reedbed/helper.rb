module PuppetX
  module Reedbed
    # Shared by providers.
    module Helper
      def self.included(base)
        base.extend(ClassMethods)
      end

      # Methods of the class.
      module ClassMethods
        def prefix
          @prefix ||= 'reed'
        end
      end

      def shout(text)
        "#{self.class.prefix} #{text.upcase}"
      end
    end
  end
end
