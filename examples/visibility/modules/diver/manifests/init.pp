# The diver dives.
class diver {
  notice("the diver sees a ${lake::depth()} lake")
}
