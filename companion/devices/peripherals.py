"""The peripherals of a table: readers, panel and screen, opened, started and closed together.

Whoever wants something of a part that a board does not have is passed over.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.clock import Clock
from companion.devices.board.parts import Profile
from companion.devices.panel import panel
from companion.devices.panel.sounds import Sound
from companion.devices.readers import presence
from companion.devices.readers.readers import Readers
from companion.devices.screen.screen import Screen, ScreenBack, ScreenLost, open_screen

if TYPE_CHECKING:
    from companion.devices.camera.page_camera import PageCamera

PartEvent = presence.Report | panel.PanelEvent | ScreenLost | ScreenBack


class Peripherals:
    def __init__(
        self,
        profile: Profile | None,
        hear: Callable[[PartEvent], None],
        clock: Clock,
        pin_factory: Any,
        *,
        screen: Screen | None = None,
        folder: Path | None = None,
        page: "PageCamera | None" = None,
    ) -> None:
        """``hear`` is told what people do with the parts; ``screen`` may be at work already.

        Readers remember in ``folder`` what they have to know the next time, and ``page`` is a
        browser's camera.
        """
        self.readers: Readers | None = None
        self.panel: panel.Panel | None = None
        self.screen = screen
        self._lit = ""
        if profile is None:
            return
        if profile.readers:
            self.readers = Readers(profile.readers, hear, clock=clock, folder=folder, page=page)
        if next(profile.pins(), None):
            self.panel = panel.Panel(profile, hear, clock, pin_factory)
        if profile.oled and not screen:
            self.screen = open_screen(profile.oled, clock, hear)

    def start(self) -> None:
        """Every part begins to work in its own thread."""
        for part in (self.readers, self.panel, self.screen):
            if part:
                part.start()

    def close(self) -> None:
        """Lets go of every part; the screen goes dark."""
        if self.readers:
            self.readers.stop()
        if self.panel:
            self.panel.close()
        if self.screen:
            self.screen.stop()

    def wake(self) -> None:
        """Somebody plays."""
        if self.readers:
            self.readers.wake()

    def play(self, sound: Sound) -> None:
        if self.panel:
            self.panel.play(sound)

    def bar(self, level: int) -> None:
        if self.panel:
            self.panel.bar(level)

    def light(self, name: str, on: bool) -> None:
        """The light of a zone or a button, wherever it is."""
        if self.panel and name:
            self.panel.light(name, on)
        if self.readers and name:
            self.readers.light(name, on)

    def light_due(self, role: str) -> None:
        """The button that is waited for shines, and no other."""
        if role != self._lit:
            self.light(self._lit, False)
            self.light(role, True)
            self._lit = role
