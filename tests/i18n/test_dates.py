"""Days as people say them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from companion.i18n.catalogs import Language
from companion.i18n.dates import in_full, in_words

NOW = datetime(2026, 11, 18, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("2026-11-18T00:00:00.000+00:00", "today at 00:00"),
        ("2026-11-17T23:59:59.999+00:00", "yesterday at 23:59"),
        ("2026-11-16T09:05:00.000+00:00", "16 November at 09:05"),
        ("2025-01-01T12:00:00.000+00:00", "1 January 2025 at 12:00"),
        ("2025-12-31T12:00:00.000+00:00", "31 December 2025 at 12:00"),
        ("long ago", "long ago"),
    ],
)
def test_a_day_is_told_in_words(moment: str, words: str) -> None:
    assert Language("en").say(in_words(moment, NOW)) == words


def test_it_is_told_in_the_time_of_the_reader_and_in_their_language() -> None:
    here = NOW.astimezone(timezone(timedelta(hours=13)))
    told = in_words("2026-11-17T12:30:00.000+00:00", here)
    assert Language("en").say(told) == "yesterday at 01:30"
    assert Language("es").say(told) == "ayer, 01:30"
    far = in_words("2025-03-02T12:00:00+00:00", NOW)
    assert Language("es").say(far) == "2 de marzo de 2025, 12:00"
    assert Language("pt").say(far) == "2 de março de 2025, 12:00"


def test_what_is_kept_or_shared_has_the_whole_date_even_today() -> None:
    assert Language("en").say(in_full("2026-11-18T00:00:00+00:00", NOW)) == (
        "18 November 2026 at 00:00"
    )
    assert Language("en").say(in_full("long ago", NOW)) == "long ago"
