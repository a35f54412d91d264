"""Somebody who has just run `make run`, and has nothing but the pages.

BROWSER=on runs it (`make browser`); PICTURES=on keeps pictures of the way in docs/pictures.
"""

import io
import os
import time
from collections.abc import Iterator

import pypdf
import pytest

from app.operators.demo import CLIENT_ID, DEMO_EMAIL
from resources.serving.errors import error_object
from tests.browser.page import AXE, TELEPHONE, Page
from tests.browser.visits import NEEDS_A_BROWSER, Visit, visiting

pytestmark = NEEDS_A_BROWSER


@pytest.fixture(scope="module")
def visit(server_url: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    name = f"newcomer_{worker_id}_{os.getpid()}"
    with visiting(server_url, name, tmp_path_factory.mktemp("browser")) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """The pages; neither a complaint nor a request to another host is forgiven."""
    yield visit.page
    assert visit.page.complaints() == []
    assert visit.page.hosts() == {visit.page.base.removeprefix("http://")}


def test_a_newcomer_sends_an_invoice_with_nothing_but_the_pages(visit: Visit, page: Page) -> None:
    began = time.monotonic()
    page.visit("/")
    assert page.driver.title == "GST invoicing"
    page.picture("docs-0-front")
    page.press("a[href='/docs']")
    assert "Sahyadri Traders, as ADMIN" in page.text("#caller", ", as ")
    page.picture("docs-1-page")
    assert page.step(1).startswith("201: cus_")
    assert page.step(2).endswith(", DRAFT")
    sent = page.step(3)
    assert sent.startswith("200: ST/")
    assert sent.endswith(", SENT")
    assert page.step(4).startswith("200: Open the PDF")
    assert page.see("#paper").get_attribute("src").startswith("blob:")
    page.picture("docs-2-sent")
    # `make run` takes 20 seconds from a clone, and the whole may take three minutes.
    assert time.monotonic() - began < 160

    page.press("#steps a[download]")
    paper = pypdf.PdfReader(io.BytesIO(visit.downloaded()))
    number = sent.removeprefix("200: ").partition(",")[0]
    assert number in paper.pages[0].extract_text()


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, {"width": 320, "height": 640}])
def test_the_first_step_needs_no_scrolling_and_nobody_ticks_scopes(page: Page, size: dict[str, int]) -> None:
    with page.seen_as("light", **size, deviceScaleFactor=1, mobile=size["width"] == 320):
        page.open()
        for css in ("#authorize button", "#steps li:first-child button"):
            assert page.see(css).rect["y"] + page.see(css).rect["height"] < size["height"], css
        assert page.driver.find_elements("css selector", "#reference input[type=checkbox]") == []
        assert "salesOrders.approve" not in page.see("#reference").text


def test_a_step_leads_to_its_operation(page: Page) -> None:
    page.open()
    page.follow("#steps li:nth-child(3) h2 a", "Send an invoice")
    page.picture("docs-3-operation")


def test_an_address_leads_to_its_operation(page: Page) -> None:
    page.open("/docs#tag/credit-notes/openCreditNote")
    page.sees_heading("Open a credit note")


def test_the_help_of_an_error_leads_to_its_paragraph(page: Page) -> None:
    page.open(error_object("precondition_failed", "")["help"])
    page.sees_heading("precondition_failed")


def test_an_operation_is_found_by_its_words(page: Page) -> None:
    page.open()
    page.find("Void an invoice")
    page.sees_heading("Void an invoice")


@pytest.mark.parametrize("operation", ["quotes/acceptQuote", "payments-received/allocatePaymentReceived"])
def test_an_example_is_sent_as_it_stands(page: Page, operation: str) -> None:
    assert "200 OK" in page.send_example(operation)


def test_a_pdf_is_shown_where_it_is_asked_for(page: Page) -> None:
    assert "application/pdf" in page.send_example("invoices/getInvoicePdf")
    page.see("[role=dialog] object, [role=dialog] iframe, [role=dialog] embed")
    page.picture("docs-4-paper")


def test_a_login_is_for_one_visit(visit: Visit, page: Page) -> None:
    page.open()
    page.press("#login summary")
    assert page.see("#login [name=client_id]").get_attribute("value") == CLIENT_ID
    assert "invalid_grant" in page.log_in(DEMO_EMAIL, "wrong")
    [complaint] = page.complaints()
    assert "status of 400" in complaint
    assert page.log_in(DEMO_EMAIL, visit.password) == "Logged in for an hour."
    assert page.see("#token").get_attribute("value").startswith("oat_")

    assert page.driver.execute_script("return localStorage.length + sessionStorage.length") == 0
    # An address, which may come from anybody, finds no login and brings in no other document.
    page.open("/docs?url=https://other.example/openapi.json&api=other&token=oat_other")
    assert page.see("#token").get_attribute("value") == visit.token
    assert page.see("#reference h1").text == "GST invoicing"


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: make browser takes it from npm")
@pytest.mark.parametrize("address", ["/", "/docs#tag/invoices/sendInvoice"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(page: Page, address: str, scheme: str) -> None:
    with page.seen_as(scheme):
        if address == "/":
            page.visit(address)
        else:
            page.open(address)
            page.sees_heading("Send an invoice")
        assert page.faults_of_access() == []


@pytest.mark.parametrize("address", ["/", "/docs"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_telephone_nothing_is_wider_than_it(page: Page, address: str, scheme: str) -> None:
    with page.seen_as(scheme, **TELEPHONE):
        page.visit(address)
        page.see("h1")
        width, window = page.driver.execute_script(
            "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert (width, window) == (320, 320)
        if (address, scheme) == ("/docs", "dark"):
            page.picture("docs-5-telephone")
