"""Four phones complete cards at the same time, until somebody pulls the plug.

``python -m tests.support.storage.many_phones FOLDER SEED SAVES`` tells each answer before it is
sent and after it was saved, one a line: ``sent 1.035 grid,wind`` and ``saved 1.035 grid,wind``.
"""

import sys
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import get_args

from companion.games.daybreak.model.card import Tag
from tests.support.effort import many
from tests.support.phone import Phone, Room

PHONES = 4
CARDS = 10
"""Cards that each phone goes through, again and again."""


def complete(phone: Phone, at: int, saves: int, random: Random, printing: Lock) -> None:
    for _ in range(saves):
        number = f"1.{at * CARDS + random.randrange(CARDS):03}"
        tags = random.choices(get_args(Tag), k=random.randint(1, 3))
        line = f"{number} {','.join(tags)}"
        tell(f"sent {line}", printing)
        answer = phone.post(f"/box/{number}", tags=tags, save="1")
        assert answer.status_code == 303, answer.text
        tell(f"saved {line}", printing)


def tell(line: str, printing: Lock) -> None:
    with printing:
        print(line, flush=True)


def main(folder: Path, seed: int, saves: int) -> None:
    room, printing = Room(folder), Lock()
    phones = [
        Thread(target=complete, args=(room.paired(), at, saves, Random(f"{seed} {at}"), printing))
        for at in range(PHONES)
    ]
    for each in phones:
        each.start()
    for each in phones:
        each.join(many(60))
    room.session.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
