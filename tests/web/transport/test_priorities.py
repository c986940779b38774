"""Who is answered first, and how many requests of one phone at a time."""

from threading import Event

from companion.web.security.auth import NOBODY, Identity
from companion.web.security.paired_phones import Phone
from companion.web.transport.waitress_server import AT_A_TIME, PriorityDispatcher


class Asked:
    """A request that takes until it is let go, unless it is one of a phone in a hurry."""

    def __init__(
        self,
        known: bool,
        begun: list["Asked"],
        go_on: Event,
        phone: str = "",
        patient: bool = False,
    ) -> None:
        self.policy = self
        self.address = "10.0.0.1" if known else ""
        self.known, self._begun, self._go_on = known, begun, go_on
        self.phone = phone
        self._waits = patient or not known
        self.served = Event()

    def knows(self, address: str) -> bool:
        return self.known

    def identify(self) -> Identity:
        return Identity(self.phone, Phone(self.phone, "host")) if self.phone else NOBODY

    def service(self) -> None:
        self._begun.append(self)
        if self._waits:
            self._go_on.wait(20)
        self.served.set()

    def cancel(self) -> None:
        """Nobody is left waiting here."""


def test_few_of_others_are_answered_at_once_and_no_paired_phone_waits_for_them() -> None:
    begun, go_on = list[Asked](), Event()
    dispatcher = PriorityDispatcher(8)
    others = [Asked(False, begun, go_on) for _ in range(12)]
    for each in others:
        dispatcher.add_task(each)
    player = Asked(True, begun, go_on)
    dispatcher.add_task(player)

    assert player.served.wait(20)
    assert len([each for each in begun if not each.known]) <= AT_A_TIME
    go_on.set()
    assert all(each.served.wait(20) for each in others)
    dispatcher.shutdown()


def test_a_phone_that_asks_for_much_at_once_waits_for_itself_only() -> None:
    begun, go_on = list[Asked](), Event()
    dispatcher = PriorityDispatcher(8)
    greedy = [Asked(True, begun, go_on, phone="greedy", patient=True) for _ in range(12)]
    for each in greedy:
        dispatcher.add_task(each)
    player = Asked(True, begun, go_on, phone="player")
    dispatcher.add_task(player)

    assert player.served.wait(20)
    assert len([each for each in begun if each.phone == "greedy"]) <= AT_A_TIME
    go_on.set()
    assert all(each.served.wait(20) for each in greedy)
    dispatcher.shutdown()
