"""``make mutants``: are the tests able to fail? Small mistakes are made, one by one.

A sample of the mutants of every part is tried, each against the tests that run its line: killed is
what a test notices (or what never ends), survived is what none does.
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

from tests.mutation.parts import Part, equivalent, key, parts
from tests.mutation.trying import Outcome, tried

ENOUGH = 95


def score(root: Path, part: Part, limit: int, seed: int, jobs: int) -> float:
    """Tells those that no test has failed for as they are found, and how many there were."""
    known = equivalent(root)
    all_of_them = part.mutants(root)
    able = [mutant for mutant in all_of_them if key(mutant) not in known]
    chosen = sorted(Random(seed).sample(able, min(limit, len(able))) if limit else able)
    outcomes: Counter[Outcome] = Counter()
    for mutant, outcome in tried(root, part, chosen, jobs):
        outcomes[outcome] += 1
        if outcome is not Outcome.KILLED:
            print(f"{outcome.value:<10}{mutant}", flush=True)
    survived = outcomes[Outcome.SURVIVED]
    percent = 100 * (len(chosen) - survived) / max(len(chosen), 1)
    print(
        f"{part.name}: {percent:.1f} % of {len(chosen)} killed "
        f"({outcomes[Outcome.ENDLESS]} endless), {survived} survived; "
        f"{len(all_of_them) - len(able)} more are equivalent",
        flush=True,
    )
    return percent


def main(root: Path) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    named = {part.name: part for part in parts(root)}
    parser.add_argument("part", nargs="*", help=f"of {', '.join(named)}; without one, all")
    parser.add_argument("--limit", type=int, default=40, help="of each part; 0 is every mutant")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if unknown := set(given.part) - named.keys():
        parser.error(f"no such part: {', '.join(sorted(unknown))}")

    os.chdir(root)
    os.environ["CI"] = "1"  # random games are the same every time
    scores = [
        score(root, part, given.limit, given.seed, given.jobs)
        for name, part in named.items()
        if not given.part or name in given.part
    ]
    return int(min(scores) < ENOUGH)


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parents[2]))
