class good::dupe { }
class good::inner { }
