"""The devices of a table: RFID readers, buttons and lights, the small screen.

Drivers from elsewhere (``mfrc522``, ``gpiozero``, ``luma``) are imported when a part is opened,
never when this package is: on a laptop they may be missing, or come from the simulator.
"""

import os

# lgpio keeps a pipe in the folder in which it is first imported, and fails where it may not write
# or where another user has left one. It reads this only then, and both the pins and the readers'
# reset line bring it in.
os.environ.setdefault("LG_WD", os.environ.get("XDG_RUNTIME_DIR", "/tmp"))
