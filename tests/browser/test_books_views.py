"""The views of the books: each has its records, on every screen, for everybody."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.browser.books import DESK, VIEWS, Books
from tests.browser.page import AXE, TELEPHONE
from tests.browser.visits import NEEDS_A_BROWSER

pytestmark = NEEDS_A_BROWSER
WITH_LINES = (
    *("invoices", "quotes", "sales-orders", "credit-notes"),
    *("bills", "purchase-orders", "debit-notes"),
)
ENDPOINT = "whe_00DEM000000000000000000001"
# Address, heading, and what stands there.
EVERY_VIEW = (
    ("gst", "GST returns", "b2b: registered buyers"),
    ("trail", "Trail", "Newest first"),
    ("webhooks", "Webhooks", "shop.sahyadri.example"),
    (f"webhooks/{ENDPOINT}", "Deliveries", "webhook.test"),
    ("customers", "Customers", "Kaveri Boutique"),
    ("vendors", "Vendors", "Ichalkaranji Looms"),
    ("items", "Items", "Cotton shirt"),
    ("items/itm_00DEM000000000000000000001", "Cotton shirt", "SHIRT-XL"),
    ("quotes", "Quotes", "QT/"),
    ("sales-orders", "Sales orders", "SO/"),
    ("credit-notes", "Credit notes", "CN/"),
    ("payments-received", "Payments received", "RCT/"),
    ("bills", "Bills", "BILL/"),
    ("purchase-orders", "Purchase orders", "PO/"),
    ("debit-notes", "Debit notes", "DN/"),
    ("payments-made", "Payments made", "PAY/"),
    ("expenses", "Expenses", "EXP/"),
    ("vendors/ven_00DEM000000000000000000001/ledger", "Ledger of Ichalkaranji Looms", "We owe"),
)


def test_a_list_is_searched_filtered_and_paged_and_the_address_keeps_it(books: Books) -> None:
    page = books.page
    books.goes("invoices", "Invoices")
    books.press_words(".pages a", "Next page")
    assert ", page 2" in page.text(".pages [role=status]", "page 2")
    books.press_words("[name=status] option", "Overdue")
    page.until(lambda: set(books.words("td .badge")) == {"Overdue"}, "overdue alone")
    assert page.driver.current_url.endswith("#/invoices?status=OVERDUE")
    page.write("[name=q]", "nothing of that kind")
    books.types(Keys.ENTER)
    assert page.text(".empty", "Nothing is found")
    page.driver.back()
    page.until(lambda: "Overdue" in books.words("td .badge"), "what was there before")
    page.driver.refresh()
    page.until(lambda: set(books.words("td .badge")) == {"Overdue"}, "the same after a reload")


def test_every_view_has_its_heading_and_its_records(books: Books) -> None:
    for path, heading, told in EVERY_VIEW:
        books.goes(path, heading)
        assert told in books.page.text("main", told)
        assert books.driver.title.startswith(heading)


@pytest.mark.parametrize("kind", WITH_LINES)
def test_every_document_shows_its_lines_and_its_trail(books: Books, kind: str) -> None:
    first = books.answer(f"/{kind}?limit=1")[0]
    books.driver.execute_script("location.hash = arguments[0]", f"#/{kind}/{first['id']}")
    lines = books.page.text("[aria-label=Lines]", "Description")
    assert len(lines.splitlines()) > 1
    assert books.figure(first["total"]) in books.page.see(".totals").text
    assert books.page.text("[aria-label=Trail]", "Made")


def test_an_address_of_nothing_says_so(books: Books) -> None:
    for path in ("nowhere", "%E0%A4%A", "invoices/inv_00DEM0000000000000000000/x", "invoices/inv_0"):
        books.goes("webhooks", "Webhooks")
        books.goes(path, "There is nothing here")
    [complaint, *others] = books.page.complaints()
    assert "404" in complaint
    assert others == []


def test_a_filter_of_the_address_that_is_no_filter_is_refused_in_words(books: Books) -> None:
    books.goes("gst?period=2026-13", "GST returns")
    assert "period" in books.page.text(".refused", "period")
    books.goes("invoices?colour=red", "That did not work")
    assert "colour" in books.page.see(".refused").text
    assert all("status of 422" in complaint for complaint in books.page.complaints())


def test_what_takes_a_while_says_so(books: Books) -> None:
    with books.slow():
        books.driver.execute_script("location.hash = '#/items'")
        assert books.page.text("#loading", "Loading") == "Loading…"
        assert books.page.see("main").get_attribute("aria-busy") == "true"
        books.sees("Items")
    assert not books.driver.find_element("id", "loading").is_displayed()


def test_text_of_records_is_text(books: Books) -> None:
    name = "<img src=x onerror=alert(1)> & <b>Sons</b>"
    made = books.answer("/customers", {"displayName": name})
    books.goes(f"customers/{made['id']}", name)
    books.goes("customers", "Customers")
    assert name in books.page.see("table").text
    assert not books.driver.find_elements("css selector", "main img, main b")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_telephone_nothing_is_wider_than_it(books: Books, scheme: str) -> None:
    with books.page.seen_as(scheme, **TELEPHONE):
        for path, heading in VIEWS.values():
            books.goes(path, heading)
            assert books.widths() == (320, 320), heading
        books.press_words("header button", "Menu")
        books.press_words("#menu a", "Invoices")
        books.sees("Invoices")
        assert not books.page.driver.find_element("id", "menu").is_displayed()


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: make browser takes it from npm")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(books: Books, scheme: str) -> None:
    page, found = books.page, {}
    with page.seen_as(scheme, **DESK):
        for view, (path, heading) in VIEWS.items():
            books.goes(path, heading)
            found[view] = page.faults_of_access()
        books.goes(*VIEWS["document"])
        page.see("paper-view iframe")
        books.press_words("main .acts button", "Record a payment")
        page.see("dialog form")
        found["payment"] = page.faults_of_access()
        page.press("dialog button[type=button]")
        books.leave()
        found["log in"] = page.faults_of_access()
    assert found == {view: [] for view in found}
