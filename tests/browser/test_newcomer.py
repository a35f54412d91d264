"""Somebody who has just run `make run`, and has nothing but the documentation page.

BROWSER=on runs it (`make browser`); PICTURES=on keeps pictures of the way in docs/pictures.
"""

import io
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdf
import pytest

from app.config import ROOT
from app.operators.demo import CLIENT_ID, DEMO_EMAIL, ensure_demo
from tests.browser.page import BROWSER, DRIVER, PATIENCE, Page, browsing
from tests.conftest import fresh_database
from tests.operators.commands import Operator
from tests.reliability.raw import serving

pytestmark = [
    pytest.mark.skipif(os.environ.get("BROWSER") != "on", reason="takes half a minute: make browser"),
    pytest.mark.skipif(
        not (BROWSER and DRIVER), reason="no browser: install Debian's chromium and chromium-driver"
    ),
]


@dataclass(frozen=True)
class Visit:
    """A fresh service, a browser at its page, and what the newcomer was told."""

    page: Page
    token: str
    password: str
    downloads: Path

    def downloaded(self) -> bytes:
        """The one file that was downloaded, once it is whole."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = list(self.downloads.glob("*"))
            if len(found) == 1 and found[0].suffix not in (".crdownload", ".tmp"):
                return found[0].read_bytes()
            time.sleep(0.05)
        raise AssertionError("nothing was downloaded")


@pytest.fixture(scope="module")
def visit(server_url: str, worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    folder = tmp_path_factory.mktemp("browser")
    pictures = ROOT / "docs" / "pictures" if os.environ.get("PICTURES") == "on" else None
    for url in fresh_database(server_url, f"newcomer_{worker_id}_{os.getpid()}"):
        token = ensure_demo(url, folder / "demo-token")
        assert token
        password = str(Operator(url).make("demo")["password"])
        more = {"PDF_CACHE": str(folder / "pdf-cache"), "WEB_CONCURRENCY": "1"}
        with serving(url, **more) as server, browsing(folder) as driver:
            page = Page(driver, f"http://127.0.0.1:{server.address[1]}", pictures)
            yield Visit(page, token, password, folder / "downloads")


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """The page, freshly loaded; neither a complaint nor a request to another host is forgiven."""
    visit.page.open()
    yield visit.page
    assert visit.page.complaints() == []
    assert visit.page.hosts() == {visit.page.base.removeprefix("http://")}


def test_a_newcomer_sends_an_invoice_with_nothing_but_the_page(visit: Visit, page: Page) -> None:
    assert page.driver.title == "GST invoicing: the interface"
    page.picture("1-page")
    page.authorize_by_token(visit.token)

    block = page.try_out("Customers/createCustomer")
    customer = page.execute(block)
    assert customer.status == "201", customer.text

    block = page.try_out("Invoices/createInvoice")
    body = page.body(block) | {"customerId": customer.data["id"]}
    page.write(f"{block} .body-param__text", json.dumps(body, indent=2))
    page.picture("3-invoice", block)
    invoice = page.execute(block)
    assert (invoice.status, invoice.data["status"]) == ("201", "DRAFT")

    block = page.try_out("Invoices/sendInvoice")
    page.write(f"{block} tr[data-param-name='id'] input", invoice.data["id"])
    sent = page.execute(block)
    page.picture("4-sent", f"{block} .request-url")
    assert (sent.status, sent.data["status"]) == ("200", "SENT")

    block = page.try_out("Invoices/getInvoicePdf")
    page.write(f"{block} tr[data-param-name='id'] input", invoice.data["id"])
    assert page.execute(block).status == "200"
    page.picture("5-paper", f"{block} .request-url")
    page.press(f"{block} a[download]")
    paper = pypdf.PdfReader(io.BytesIO(visit.downloaded()))
    assert sent.data["invoiceNumber"] in paper.pages[0].extract_text()


def test_a_login_is_for_one_visit(visit: Visit, page: Page) -> None:
    page.open_login()
    assert page.see("#client_id_password").get_attribute("value") == CLIENT_ID
    page.picture("2-authorize", "#oauth_username")
    assert "invalid_grant" in page.log_in(DEMO_EMAIL, "wrong")
    [complaint] = page.complaints()
    assert "status of 400" in complaint
    assert page.log_in(DEMO_EMAIL, visit.password) == "Authorized"
    page.close_box()

    page.press("#operations-tag-Caller")
    page.press("#operations-Caller-getCaller .opblock-summary-control")
    caller = page.execute(page.ready("Caller/getCaller"))
    assert caller.status == "200", caller.text
    assert caller.data["user"]["email"] == DEMO_EMAIL
    assert caller.data["tokenType"] == "oauth"
    assert caller.data["scopes"] == ["full"]

    assert page.driver.execute_script("return localStorage.length + sessionStorage.length") == 0
    # An address, which may come from anybody, finds no login and brings in no other document.
    page.open("?url=https://other.example/openapi.json&configUrl=https://other.example/config.json")
    assert page.see(".auth-wrapper .btn.authorize.unlocked")
    assert page.see(".info .title").text.startswith("GST invoicing")
