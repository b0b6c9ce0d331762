# A guest of the diver.
class guest {
  include diver
  notice("the guest sees a ${lake::depth()} lake")
}
