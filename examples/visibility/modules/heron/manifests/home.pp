# The heron lives here.
class heron::home {
  include lake
}
