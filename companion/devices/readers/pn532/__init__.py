"""Readers with the chip PN532, on I2C, SPI or a serial line."""
