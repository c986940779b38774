"""No page leads nowhere, and every page can be found from the README."""

import pytest

from tests.support.docs.documentation import PAGES, ROOT, Page

README = PAGES["README.md"]


@pytest.mark.parametrize("page", PAGES.values(), ids=str)
def test_every_link_and_picture_is_there(page: Page) -> None:
    for target, anchor in page.links():
        assert target.exists(), f"{page} leads to {target}"
        if anchor:
            assert anchor in Page(target).anchors(), f"{page} leads to {target.name}#{anchor}"


def test_the_readme_leads_to_every_page_of_docs() -> None:
    linked = {target for target, _ in README.links()}
    pages = {page.path for name, page in PAGES.items() if name.startswith("docs/")}

    assert sorted(str(path.relative_to(ROOT)) for path in pages - linked) == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = {README.path}, [README]
    while waiting:
        for target, _ in waiting.pop().links():
            if target.suffix == ".md" and target not in reached:
                reached.add(target)
                waiting.append(Page(target))

    assert [str(page) for page in PAGES.values() if page.path not in reached] == []


def test_every_picture_of_the_docs_is_shown() -> None:
    shown = {target for page in PAGES.values() for target, _ in page.links()}
    pictures = {
        path
        for folder in ("docs", "hardware")
        for kind in ("png", "svg")
        for path in (ROOT / folder).rglob(f"*.{kind}")
    }

    assert sorted(str(path.relative_to(ROOT)) for path in pictures - shown) == []
