"""Windows of one Chromium, each used again by the next test: a new one costs more than a test.

A window is a browser of its own, with its own cookies. In each stays a page that nobody sees, or
Chromium would end the process behind it with the page that somebody closes.
"""

from collections import defaultdict
from functools import cache
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

ARGUMENTS = ["--no-sandbox", "--process-per-site"]
"""For whoever starts Chromium: pages of one window share a process."""


class Windows:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)
        self._kinds: dict[BrowserContext, str] = {}

    def open(self, **settings: Any) -> Page:
        """An empty page in a window of this kind that knows nobody."""
        kind = repr(sorted(settings.items()))
        if self._free[kind]:
            return self._free[kind].pop().new_page()
        context = self._browser.new_context(**settings)
        self._kinds[context] = kind
        kept = context.new_page()
        kept.route("**", lambda route: route.fulfill(content_type="text/html", body=""))
        kept.goto("http://localhost/")
        return context.new_page()

    def close(self, page: Page) -> None:
        """The page is gone, and what it was told is forgotten."""
        context = page.context
        for opened in context.pages[1:]:
            opened.close()
        context.clear_cookies()
        if context in self._kinds:
            self._free[self._kinds[context]].append(context)
        else:
            context.close()

    def use_no_more(self, page: Page) -> None:
        """Its time was stopped, which a window never forgets."""
        self._kinds.pop(page.context, None)


@cache
def windows(browser: Browser) -> Windows:
    """All windows of a Chromium; they close with it."""
    return Windows(browser)
