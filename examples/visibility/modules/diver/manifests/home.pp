# The diver lives here.
class diver::home {
  include lake
}
