class good::metap($require) { }
