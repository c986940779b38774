"""Frames of the walls while numbers count on them, on a slowed processor (``make frames``).

For each game's wall at 1920 x 1080, with the processor slowed 4 times: how many frames came later
than a screen of 60 a second shows them, and what the page had to do for it. The machine's load is
printed beside them: on a busy one frames are late that the page is not to blame for.
"""

import os
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, CDPSession, expect, sync_playwright

from tests.browser.test_wall import BUSY
from tests.support.browser.browser_table import Match, chromium

SLOWED = 4
BETWEEN_MS = 1500
"""Until the next input: what the last one moves has arrived, and its bubble is still there."""
LATE_MS = (17.5, 34, 50)
"""Later than one frame, with half a millisecond for the clock; than two; what an eye notices."""
COUNTED = ("LayoutCount", "RecalcStyleCount")
TIMED_S = ("ScriptDuration", "LayoutDuration", "TaskDuration")
FRAMES = """() => { window.frames_ms = []; let last = performance.now();
  requestAnimationFrame(function next(now) {
    window.frames_ms.push(now - last); last = now; requestAnimationFrame(next); }); }"""
INPUTS = {
    "daybreak": (
        *("set thermometer.bands 4", "set trees 3", "set china.dirty 3", "set us.clean 9"),
        *("set recent 2", "set europe.communities 5", "undo", "to emissions"),
    ),
    "naufragos": (
        *("set red.energy 2", "set green.injuries 1", "set store.food 7", "set store.wood 5"),
        *("set red.track 7", "set blue.traumas 2", "undo", "redo"),
    ),
    "council_of_shadows": (
        *("set red.energy 33", "set blue.energy 12", "set green.consumption 40"),
        *("set galaxies.red.colonies.blue 2", "set red.level 1", "undo", "redo"),
    ),
}


def work(session: CDPSession) -> dict[str, float]:
    """What the page has done since it was opened, as Chromium counts it."""
    told = session.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in told}


def measured(browser: Browser, folder: Path, game: str) -> str:
    with closing(Match(browser, folder / game, game=game)) as table:
        for line in BUSY[game]:
            table.session.writer.ask(line)
        page = table.screen_at("/wall", {"width": 1920, "height": 1080})
        expect(page.locator("#wall:not([data-soon])")).to_be_visible()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.evaluate(FRAMES)
        page.wait_for_timeout(BETWEEN_MS)
        page.evaluate("window.frames_ms.length = 0")
        before = work(session)
        for line in INPUTS[game]:
            table.session.writer.ask(line)
            page.wait_for_timeout(BETWEEN_MS)
        after = work(session)
        frames: list[float] = page.evaluate("window.frames_ms")
    late = ", ".join(f"{sum(each > ms for each in frames)} over {ms} ms" for ms in LATE_MS)
    counts = ", ".join(f"{name} {after[name] - before[name]:.0f}" for name in COUNTED)
    times = ", ".join(f"{name} {1000 * (after[name] - before[name]):.0f} ms" for name in TIMED_S)
    return (
        f"{game}: {len(INPUTS[game])} inputs, {len(frames)} frames, {late}, longest"
        f" {max(frames):.0f} ms; {counts}; {times}; load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for game in INPUTS:
            print(measured(browser, Path(folder), game), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
