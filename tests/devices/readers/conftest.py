"""A real broker for readers on the air, and no network beyond this machine."""

from tests.support.hall.hall_fixtures import around, settings

__all__ = ("around", "settings")
