"""Everything that can go wrong, from one root: a stable code and a sentence that helps.

Codes are for programs and table scripts and never change; sentences are for people.
"""

from companion.i18n.message import Message, say


class CompanionError(Exception):
    """The root: every error of the companion has a code and a message."""

    code = "error"

    def __init__(self, message: Message, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return str(self.message)


class Refusal(CompanionError, ValueError):
    """The table does not take this input; nothing has changed."""

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message, code)


class Malformed(CompanionError, ValueError):
    """A line that cannot be read as an input."""

    code = "malformed"


class BadFact(CompanionError, ValueError):
    """A box fact that the game cannot use: a path it does not know, or an impossible value."""

    code = "bad_fact"

    def __init__(self, path: str, value: object, why: Message) -> None:
        values = {"path": path, "value": value, "why": why}
        super().__init__(Message("{path} = {value}: {why}", values))
        self.path = path
        self.why = why


class BadBox(CompanionError, ValueError):
    """A box file that cannot be used; the sentence names the file and what is wrong in it."""

    code = "bad_box"

    def __init__(self, file: object, why: Message) -> None:
        super().__init__(say("Box file {file}: {why}", file=file, why=why))


class BadPack(CompanionError, ValueError):
    """A card pack that cannot be used; the sentence names file, card, field and value."""

    code = "bad_pack"

    def __init__(
        self, file: object, why: Message, field: str = "", flaw: Message | None = None
    ) -> None:
        """Where it is one field of a card that is wrong: which one, and what is wrong with it."""
        super().__init__(say("Card pack {file}: {why}", file=file, why=why))
        self.file = file
        self.why = why
        self.field = field
        self.flaw = flaw or why


class BrokenGame(CompanionError):
    """A game that is installed and cannot be loaded; the others can be played."""

    code = "broken_game"

    def __init__(self, name: str, why: object) -> None:
        super().__init__(say("The game {name} cannot be used ({why}).", name=name, why=why))


class ReaderError(CompanionError, OSError):
    """A card reader that cannot be used now; it is tried again."""

    code = "reader_lost"


class BadPicture(CompanionError, ValueError):
    """A picture in which nothing can be read; the sentence says why."""

    code = "bad_picture"


class CameraError(CompanionError, OSError):
    """There is no camera to read pictures from."""

    code = "no_camera"


class SpeechError(CompanionError, OSError):
    """Nothing can be read out at the table."""

    code = "no_speech"


class LineUnavailable(CompanionError, OSError):
    """A GPIO line that cannot be had; ``holder`` is the label of who has it, if that is known."""

    code = "line_unavailable"

    def __init__(self, message: Message, holder: str = "") -> None:
        super().__init__(message)
        self.holder = holder


class NoDrivers(CompanionError, OSError):
    """The drivers of the readers could not be fetched."""

    code = "no_drivers"

    def __init__(self) -> None:
        super().__init__(
            say("The drivers were not installed: what pip says above is why. Nothing has changed.")
        )


class ProfileError(CompanionError, ValueError):
    """A board profile that cannot be used; the sentence names the file, the key and the value."""

    code = "bad_profile"


class NothingToWire(CompanionError):
    """A simulated board has pins that no header has, so there is no drawing of it."""

    code = "nothing_to_wire"


class Unreadable(CompanionError):
    """A journal entry that these rules cannot read: another version of the companion wrote it."""

    code = "unreadable_entry"

    def __init__(self, revision: int, why: object) -> None:
        super().__init__(
            say(
                "Entry {revision} of this game was written by another version of the companion,"
                " and this one cannot read it ({why}).",
                revision=revision,
                why=why,
            )
        )


class NewerJournal(CompanionError):
    """A journal file of a later version; it is left exactly as it is."""

    code = "newer_journal"

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            say(
                "These games were kept by a newer companion (version {found} of the journal; this"
                " one knows {known}). Please update; nothing was changed.",
                found=found,
                known=known,
            )
        )


class Damaged(CompanionError):
    """A journal that is not as it was written."""

    code = "damaged"

    def __init__(self, why: object) -> None:
        super().__init__(say("The journal is damaged ({why}).", why=why))


class NoOutlook(CompanionError):
    """A game that nobody taught to look ahead, or back."""

    code = "no_outlook"
