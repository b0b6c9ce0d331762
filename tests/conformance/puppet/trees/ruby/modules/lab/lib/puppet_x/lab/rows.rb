# What functions of this module share.
module PuppetX
  module Lab
    LIMIT = 3

    class Row
      attr_reader :ducks

      @@made = 0

      def initialize(ducks)
        @ducks = ducks
        @@made += 1
      end

      def song(word = 'quack')
        @ducks.map { |duck| "#{duck}: #{word}" }
      end

      def self.made
        @@made
      end
    end

    class LoudRow < Row
      def song(word = 'honk')
        super.map(&:upcase).first(LIMIT)
      end
    end
  end
end
