"""What several functions of stdlib share."""
