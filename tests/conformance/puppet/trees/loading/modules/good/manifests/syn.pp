class good::syn { 
