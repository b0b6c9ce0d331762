"""Types with parameters: what the values between the brackets of Integer[1, 10] mean."""
