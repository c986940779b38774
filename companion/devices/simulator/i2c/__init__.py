"""A simulated I2C bus with the OLED's controllers on it."""
