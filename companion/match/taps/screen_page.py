"""Which page the small screen shows: what is half said before how the game stands."""

from collections.abc import Callable
from typing import Any

from companion.games import AnyGame
from companion.games.defaults import HOME, default_dice_page
from companion.games.display import Chance, Choice, Choices, Page, Part, Prose, Words
from companion.games.shared.replace import replace
from companion.games.taps import Wait
from companion.i18n.message import say
from companion.match.match import Revision
from companion.match.taps import situations as s
from companion.match.taps.common_pages import choose_again, new_game
from companion.match.taps.prompts import entered, next_takes, still_open
from companion.match.taps.tap_state import TapState
from companion.match.worker import BackgroundCache

MOST_DICE = 6
"""Faces side by side; of more, what they did is told."""


def page_of(
    game: AnyGame,
    current: Revision,
    taps: TapState,
    now: float,
    more: tuple[Page, ...] = (),
) -> Page:
    """A line that must be read now lies over what people are expected to do next.

    Who leafs through the pages finds ``more`` after those of the game.
    """
    page = underneath(game, current, taps, now, more)
    if taps.notice is None:
        return page
    if asks := taps.asks or page.notice:
        page = Page("prompt", page.title, (Prose(asks),))
    elif page.name == HOME:
        page = game.now_page(current.state)
    return page.with_notice(taps.notice)


def underneath(
    game: AnyGame, current: Revision, taps: TapState, now: float, more: tuple[Page, ...]
) -> Page:
    state = current.state
    front, *_ = pages = (*game.pages(state), *more)
    match taps.situation:
        case s.Idle(turned):
            offer = taps.offer
            asked = game.tap_handler.question(state)
            if asked and asked.choices and not front.choices:
                return question(asked.words, offer.choices, offer.at(turned))
            if current.over and taps.clears and not front.notice:
                return front.with_notice(say("NEXT: another game"))
            return offering(front, offer, turned)
        case s.ShowingResult(page=Page() as came):
            return offering(came, taps.offer)
        case s.ShowingResult():
            page = game.now_page(state) if front.name == HOME else front
            return offering(page, taps.offer)
        case s.Browsing(turned):
            return offering(pages[turned % len(pages)], taps.offer)
        case s.Pending(wait, mark):
            return pending(game.page(state, wait.page) if wait.page else None, wait, mark)
        case s.ConfirmingUndo(label):
            return Page(
                "undo", say("UNDO"), (Prose(label),), notice=say("UNDO again takes it back.")
            )
        case s.ConfirmingChoice():
            return choose_again()
        case s.ConfirmingNewGame():
            return new_game()
        case s.ConfirmingNext(ending):
            parts = ending.parts or tuple(map(Prose, still_open(ending)))
            return Page("leaving", say("Still open"), parts, notice=ending.words)
        case s.ShowingRoll(die=die, still=still) as rolled if now < still:
            return game.rolling_page(state, die, rolled.frame(now))
        case s.ShowingRoll(throws=1, die=die, faces=faces):
            return offering(game.rolled_page(state, die, faces), taps.offer)
        case s.ShowingRoll(throws=throws) if throws > 1 and (shown := current.result_page):
            return offering(shown, taps.offer)
        case s.ShowingRoll(die=die, faces=faces, came=came):
            page = default_dice_page(game, die, faces[:MOST_DICE])
            parts = (*page.parts[: len(faces) <= MOST_DICE], Prose(came))
            return offering(replace(page, parts=parts), taps.offer)
        case s.EnteringRoll(mark=mark) as entering:
            return question(entered(entering), entering.choices, mark)
        case s.Enrolling(enrolment):
            parts = (Prose(enrolment.name), Prose(enrolment.asks))
            return Page("enrolment", say("Tags"), parts, corner=enrolment.progress)


def offering(page: Page, offer: s.Offer, turned: int = 0) -> Page:
    """What NEXT takes: among the answers that the page shows, or in a line over the page."""
    if page.choices:
        return page.with_more_choices(offer.choices[: offer.new]).with_mark(offer.at(turned))
    if not offer.new:
        return page
    return page.with_notice(next_takes(offer.choices[offer.at(turned)]))


def pending(page: Page | None, wait: Wait, mark: int) -> Page:
    """What was tapped, with what is expected next over it."""
    if wait.choices:
        return question(wait.words, wait.choices, mark)
    return (
        page.with_notice(wait.words) if page else Page("prompt", say("Tap"), (Prose(wait.words),))
    )


def question(words: Words, choices: tuple[Choice, ...], mark: int) -> Page:
    parts: tuple[Part, ...] = (Prose(words), Choices(choices, mark))
    return Page("prompt", say("Choose, then NEXT"), parts)


class Chances:
    """Fills in the chance that a page speaks of: a page is shown at once, and again with it."""

    def __init__(self, game: AnyGame, ready: Callable[[], None]) -> None:
        self._odds = game.odds
        self._cache: BackgroundCache[Any, Chance] = BackgroundCache(self._find, ready)

    @property
    def found(self) -> int:
        """Another number than before: the page may say more by now."""
        return self._cache.answers

    def on(self, page: Page, state: Any) -> Page:
        if self._odds is None or not any(isinstance(part, Chance) for part in page.parts):
            return page
        chance = self._cache.ask(self._odds.cache_key(state), state).found
        return page.with_chance(chance) if chance else page

    def _find(self, state: Any) -> Chance:
        assert self._odds is not None
        return self._odds.chance(state)
