"""What is asked of every game, whoever wrote it."""

from companion.testing.checks import rules, screens, words
from companion.testing.checks.declarations import declarations
from companion.testing.checks.phones import every_phone_page_is_made
from companion.testing.checks.secrets import no_secret_leaks
from companion.testing.examination import Check

CHECKS: dict[str, Check] = {
    each.__name__: each
    for each in (
        declarations,
        rules.nothing_breaks,
        rules.there_is_a_way_on,
        rules.what_is_offered_is_taken,
        rules.what_is_proposed_is_taken,
        rules.rules_are_pure,
        rules.promises_are_kept,
        rules.every_number_can_be_set,
        words.everything_can_be_said,
        words.everything_has_a_name,
        words.catalogs_are_complete,
        screens.every_page_is_drawn,
        screens.every_tap_is_understood_or_refused,
        screens.looking_changes_nothing,
        screens.a_phone_goes_on_as_the_panel_does,
        every_phone_page_is_made,
        no_secret_leaks,
        rules.events_can_be_kept,
        rules.undo_is_exact,
    )
}
