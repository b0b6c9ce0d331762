class good::orphan inherits good::nobody { }
