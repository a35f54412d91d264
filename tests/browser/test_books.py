"""A back office that has nothing but the books at `/books`.

BROWSER=on runs it (`make browser`); PICTURES=on keeps pictures in docs/pictures.
"""

import json
import os
import time
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from selenium.webdriver.common.keys import Keys

from app.operators.demo import DEMO_EMAIL
from tests.browser.books import Books
from tests.browser.page import AXE, TELEPHONE
from tests.browser.visits import NEEDS_A_BROWSER, Visit, visiting
from tests.operators.commands import Operator

pytestmark = NEEDS_A_BROWSER
# Records of every demonstration: resources/openapi/examples.py.
CUSTOMER = "cus_00DEM000000000000000000002"
DRAFT = "inv_00DEM000000000000000000160"
SENT = "inv_00DEM000000000000000000159"
ENDPOINT = "whe_00DEM000000000000000000001"
VIEWS = {
    "dashboard": ("", "Dashboard"),
    "list": ("invoices", "Invoices"),
    "document": (f"invoices/{SENT}", "Invoice SK/"),
    "ledger": (f"customers/{CUSTOMER}/ledger", "Ledger of Kaveri Boutique"),
}
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
DESK = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}


@pytest.fixture(scope="module")
def visit(server_url: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    name = f"books_{worker_id}_{os.getpid()}"
    with visiting(server_url, name, tmp_path_factory.mktemp("browser")) as visit:
        yield visit


@pytest.fixture
def books(visit: Visit) -> Iterator[Books]:
    """The books, entered by token; neither a complaint nor a request to another host is forgiven."""
    books = Books(visit.page)
    books.enter(visit.token)
    yield books
    assert visit.page.complaints() == []
    assert visit.page.hosts() == {visit.page.base.removeprefix("http://")}


def leave(books: Books) -> None:
    """Log out; the next one comes in at the dashboard."""
    books.press_words("button", "Log out")
    books.sees("Log in")


def test_a_newcomer_enters_by_the_token_that_stands_there(visit: Visit, books: Books) -> None:
    page = visit.page
    leave(books)
    assert books.kept() == 0
    page.visit("/")
    page.press("a[href='/books']")
    assert page.see("#token").get_attribute("value") == visit.token
    page.press("#by-token button")
    books.sees("Dashboard")
    assert page.see(".who").text == "Sahyadri Traders, as ADMIN"
    assert page.driver.title == "Dashboard · Sahyadri Traders · The books"
    assert visit.token not in page.driver.current_url
    page.driver.refresh()
    books.sees("Dashboard")


@pytest.mark.skipif(os.environ.get("PICTURES") != "on", reason="keeps pictures: PICTURES=on")
def test_the_books_are_worth_a_picture(books: Books) -> None:
    for name in ("dashboard", "document"):
        with books.page.seen_as("light", **DESK):
            books.goes(*VIEWS[name])
            time.sleep(3)  # until the browser has drawn the PDF, which it does not tell
            books.page.picture(f"books-{name}")
    with books.page.seen_as("dark", **TELEPHONE):
        books.goes(*VIEWS["dashboard"])
        time.sleep(1)
        books.page.picture("books-telephone")


def test_a_password_is_as_good_and_logging_out_ends_its_login(visit: Visit, books: Books) -> None:
    page = visit.page
    leave(books)
    page.write("#username", DEMO_EMAIL)
    page.write("#password", "wrong")
    page.press("#by-password button")
    assert page.text(".refused", " ")
    page.write("#password", visit.password)
    page.press("#by-password button")
    books.sees("Dashboard")
    assert page.see(".who").text == "Sahyadri Traders, as ADMIN"
    kept = page.driver.execute_script("return sessionStorage.books")
    assert json.loads(kept)["token"].startswith("oat_")
    leave(books)

    page.driver.execute_script("sessionStorage.books = arguments[0]", kept)
    page.driver.refresh()
    assert page.text(".refused", " ")
    assert books.kept() == 0
    assert ["status of 400" in each or "status of 401" in each for each in page.complaints()] == [True] * 3


def test_the_dashboard_shows_what_the_interface_answers(books: Books) -> None:
    books.goes("", "Dashboard")
    owed = books.answer("/dashboard/receivables")
    assert books.words(".figures dd")[:2] == [
        books.figure(owed["totalOutstanding"]),
        books.figure(owed["overdueAmount"]),
    ]
    for summary in books.driver.find_elements("css selector", ".panels summary"):
        summary.click()
    shown = books.page.see(".panels").text
    for bucket in owed["aging"]:
        assert books.figure(bucket["amount"]) in shown
    month = date.today().isoformat()[:7]  # noqa: DTZ011 - the browser's clock is that of this machine
    tax = books.answer(f"/gst/gstr-3b?period={month}")["document"]["sup_details"]["osup_det"]
    assert books.figure(tax["iamt"]) in shown
    ledger = books.answer(f"/customer-ledger/{CUSTOMER}")
    assert f"Kaveri Boutique {books.figure(ledger['outstanding'])}" in shown
    assert len(books.driver.find_elements("css selector", "bar-plot canvas")) == 2


def test_a_sale_is_sent_paid_and_partly_given_back(books: Books) -> None:
    page = books.page
    books.goes(f"invoices/{DRAFT}", "Invoice DRAFT-")
    books.acts("Send")
    assert "The invoice is sent: its number is ST/" in page.text(".notice", "number")
    number = page.text("h1", "ST/").removeprefix("Invoice ")
    assert page.see(".heading .badge").text == "Sent"
    assert page.see("paper-view iframe").get_attribute("src").startswith("blob:")

    books.acts("Record a payment", amount="-1")
    assert "amount" in page.text("dialog .refused", ":")
    assert page.see("dialog [name=amount]").get_attribute("aria-invalid") == "true"
    assert page.see("dialog .error").text
    [complaint] = page.complaints()
    assert "status of 422" in complaint
    invoice = books.answer(f"/invoices/{DRAFT}")
    page.write("dialog [name=amount]", str(invoice["balanceDue"]))
    books.send()
    assert page.text(".notice", "recorded") == "The payment is recorded."
    assert page.see(".heading .badge").text == "Paid"
    assert books.figure(invoice["total"]) in page.see("[aria-label=Payments]").text

    books.acts("Make a credit note", quantity__0="1", reason="Torn")
    books.sees("Credit note DRAFT-")
    books.acts("Open")
    note = page.text("h1", "CN/").removeprefix("Credit note ")
    assert page.see(".heading .badge").text == "Open"

    books.goes(f"customers/{invoice['customerId']}/ledger", "Ledger of ")
    entries = page.see("[aria-label=Entries]").text
    assert number in entries
    assert note in entries


def test_a_void_invoice_wants_a_second_thought(books: Books) -> None:
    page = books.page
    last = books.answer("/invoices?status=SENT&q=ST/&limit=1")[0]
    books.goes(f"invoices/{last['id']}", f"Invoice {last['invoiceNumber']}")
    books.acts("Void")
    assert page.text("dialog .refused", "Tick")
    assert books.answer(f"/invoices/{last['id']}")["status"] == "SENT"
    page.press("dialog [name=sure]")
    books.send()
    assert page.text(".notice", "void") == f"{last['invoiceNumber']} is void."
    assert page.see(".heading .badge").text == "Void"
    assert "Status: SENT → VOID" in page.see(".changes").text


def test_what_looks_wrong_is_told(visit: Visit, books: Books) -> None:
    page, operator = books.page, Operator(visit.url)
    operator.make("org", "update", "--slug", "demo", "--checks", "warn")
    books.goes(f"invoices/{SENT}", "Invoice SK/")
    later = date.today() + timedelta(days=3)  # noqa: DTZ011 - the browser's clock is that of this machine
    books.press_words("main .acts button", "Record a payment")
    page.see("dialog [name=paymentDate]")
    page.driver.execute_script(
        "document.querySelector('dialog [name=paymentDate]').value = arguments[0]", later.isoformat()
    )
    page.write("dialog [name=amount]", "10")
    page.write("dialog [name='allocations.0.amount']", "10")
    books.send()
    assert "paymentDate" in page.text(".notice", "looks wrong")
    operator.make("org", "update", "--slug", "demo", "--checks", "refuse")


def test_a_mail_without_a_server_says_why_it_is_refused(books: Books) -> None:
    books.goes(f"invoices/{SENT}", "Invoice SK/")
    books.acts("Mail", to="accounts@example.com")
    assert books.page.text("dialog .refused", "Mail is not set up")
    [complaint] = books.page.complaints()
    assert "status of 409" in complaint


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


def test_an_address_of_nothing_says_so(books: Books) -> None:
    for path in ("nowhere", "invoices/inv_00DEM0000000000000000000/x"):
        books.goes(path, "There is nothing here")
    books.goes("invoices/inv_0", "There is nothing here")
    [complaint, *others] = books.page.complaints()
    assert "404" in complaint
    assert others == []


def test_text_of_records_is_text(books: Books) -> None:
    name = "<img src=x onerror=alert(1)> & <b>Sons</b>"
    made = books.answer("/customers", {"displayName": name})
    books.goes(f"customers/{made['id']}", name)
    books.goes("customers", "Customers")
    assert name in books.page.see("table").text
    assert not books.driver.find_elements("css selector", "main img, main b")


def test_the_keyboard_is_enough(visit: Visit, books: Books) -> None:
    leave(books)
    books.page.open_anew("/books")
    books.sees("Log in")
    books.tab_to("token")
    books.types(Keys.ENTER)
    books.sees("Dashboard")
    books.page.open_anew("/books")
    books.sees("Dashboard")
    assert books.focused() not in ("Dashboard", "Invoices")
    books.types(Keys.TAB)
    assert books.focused() == "Skip to the content"
    books.types(Keys.ENTER)
    assert books.focused() == "Dashboard"
    books.page.open_anew("/books")
    books.sees("Dashboard")
    books.tab_to("Invoices")
    books.types(Keys.ENTER)
    books.sees("Invoices")
    assert books.focused() == "Invoices"
    books.tab_to("q")
    books.types("Kaveri", Keys.ENTER)
    books.page.until(lambda: "Kaveri" in books.driver.current_url, "the search in the address")
    number = books.answer(f"/invoices/{SENT}")["invoiceNumber"]
    books.tab_to(number)
    books.types(Keys.ENTER)
    books.sees(number)
    books.tab_to("Mail")
    books.types(Keys.ENTER)
    books.page.see("dialog [name=to]")
    assert books.focused() == "to"
    books.types(Keys.ESCAPE)
    assert books.focused() == "Mail"


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
        leave(books)
        found["log in"] = page.faults_of_access()
    assert found == {view: [] for view in found}
