"""Phones that want a seat which has one already: each waits for a yes there, or at the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.clock import Clock
from companion.web.security.paired_phones import Phone

CLAIM_LIFETIME_S = 120.0


@dataclass(frozen=True, slots=True)
class SeatClaim:
    known: str
    """The hash of the secret by which the phone will be known."""
    phone: Phone
    until: float

    @property
    def id(self) -> str:
        """What a yes names; of no use to anybody else."""
        return self.known[:16]


class SeatClaims:
    """At most one for each seat: a newer one waits until the older one was answered, or is over."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._claims: dict[str, SeatClaim] = {}

    def all(self) -> Sequence[SeatClaim]:
        now = self._clock.now()
        return [claim for claim in self._claims.values() if now < claim.until]

    def of(self, role: str) -> SeatClaim | None:
        return next((claim for claim in self.all() if claim.phone.role == role), None)

    def add(self, known: str, phone: Phone) -> bool:
        """False where another phone claims this seat just now."""
        claimed = self.of(phone.role)
        if claimed and claimed.phone.id != phone.id:
            return False
        until = self._clock.now() + CLAIM_LIFETIME_S
        self._claims[phone.role] = SeatClaim(known, phone, until)
        return True

    def pop(self, id: str) -> SeatClaim | None:
        """Takes a claim out, because it is answered."""
        for claim in self.all():
            if claim.id == id:
                return self._claims.pop(claim.phone.role)
        return None
