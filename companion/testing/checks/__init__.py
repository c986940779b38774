"""What is asked of every game, whoever wrote it."""

from companion.testing.checks.declarations import declarations
from companion.testing.checks.phones import every_phone_page_is_made
from companion.testing.checks.rules import (
    events_can_be_kept,
    every_number_can_be_set,
    nothing_breaks,
    promises_are_kept,
    rules_are_pure,
    there_is_a_way_on,
    undo_is_exact,
    what_is_offered_is_taken,
    what_is_proposed_is_taken,
)
from companion.testing.checks.screens import (
    a_phone_goes_on_as_the_panel_does,
    every_page_is_drawn,
    every_tap_is_understood_or_refused,
    looking_changes_nothing,
)
from companion.testing.checks.secrets import no_secret_leaks
from companion.testing.checks.words import (
    catalogs_are_complete,
    everything_can_be_said,
    everything_has_a_name,
)
from companion.testing.examination import Check

CHECKS: dict[str, Check] = {
    each.__name__: each
    for each in (
        declarations,
        nothing_breaks,
        there_is_a_way_on,
        what_is_offered_is_taken,
        what_is_proposed_is_taken,
        rules_are_pure,
        promises_are_kept,
        every_number_can_be_set,
        everything_can_be_said,
        everything_has_a_name,
        catalogs_are_complete,
        every_page_is_drawn,
        every_tap_is_understood_or_refused,
        looking_changes_nothing,
        a_phone_goes_on_as_the_panel_does,
        every_phone_page_is_made,
        no_secret_leaks,
        events_can_be_kept,
        undo_is_exact,
    )
}
