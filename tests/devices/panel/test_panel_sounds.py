"""The buzzer's patterns, on a clock that the test holds."""

import pytest

from companion.devices.panel.sounds import PATTERNS, PAUSE_S, Player, Sound


def heard(player: Player, until: float) -> list[tuple[float, bool]]:
    """When the buzzer was switched on and off."""
    switched = []
    while (at := player.due()) is not None and at <= until:
        was = player.on
        player.step(at)
        if player.on != was:
            switched.append((round(at, 3), player.on))
    return switched


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_is_short_and_ends_in_silence(sound: Sound) -> None:
    player = Player()
    player.play(sound, 0.0)
    switched = heard(player, 9.0)
    assert switched[-1][1] is False
    assert switched[-1][0] <= 1.2
    assert player.due() is None


def test_sounds_differ_in_their_rhythm() -> None:
    assert len(set(PATTERNS.values())) == len(Sound)


def test_refused_is_two_beeps() -> None:
    player = Player()
    player.play(Sound.REFUSED, 1.0)
    assert heard(player, 9.0) == [(1.0, True), (1.12, False), (1.2, True), (1.32, False)]


def test_an_alarm_is_heard_after_the_confirmation_it_follows() -> None:
    player = Player()
    player.play(Sound.ACCEPTED, 1.0)
    player.step(1.0)
    player.play(Sound.ALARM, 1.01)
    switched = heard(player, 9.0)
    assert switched[0] == (1.05, False)
    assert switched[1] == (round(1.05 + PAUSE_S, 3), True)
    assert len(switched) == 1 + 6


def test_of_many_sounds_at_once_the_newest_waits() -> None:
    player = Player()
    for sound in (Sound.ACCEPTED, Sound.ALARM, Sound.REFUSED):
        player.play(sound, 1.0)
    assert sum(on for _, on in heard(player, 9.0)) == 1 + 2


def test_muting_is_heard_at_once_and_lasts() -> None:
    player = Player()
    player.play(Sound.ALARM, 1.0)
    player.step(1.0)
    player.mute(True)
    assert not player.on
    player.play(Sound.READY, 1.1)
    assert player.due() is None
    player.mute(False)
    player.play(Sound.READY, 1.2)
    assert player.due() == 1.2
