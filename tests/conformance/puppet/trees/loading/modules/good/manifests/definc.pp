define good::definc { include good::syn }
