"""What is told of a reader that does not do as it should, whatever its chip."""

from companion.errors import ReaderError
from companion.i18n.message import say


def no_reader_answers() -> ReaderError:
    return ReaderError(
        say("No reader answers there. Check its power, its wires and its chip select.")
    )


def forgets_settings() -> ReaderError:
    return ReaderError(say("The reader answers, but forgets its settings. Check its 3.3 V supply."))
