"""RFID readers: the chip, the protocol, and which card lies where."""
