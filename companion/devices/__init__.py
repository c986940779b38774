"""What the table is touched with: RFID readers, buttons and lights, the small screen.

Drivers from elsewhere (``mfrc522``, ``gpiozero``, ``luma``) are imported when a part is opened,
never when this package is: on a laptop they may be missing, or come from the simulator.
"""
