"""A customer who opens the link to an invoice on a telephone or at a desk, by day or at night.

BROWSER=on runs it (`make browser`); PICTURES=on keeps pictures in docs/pictures.
"""

import base64
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from selenium import webdriver

from app.config import ROOT
from tests.api.sharing import path_of, share
from tests.browser.page import BROWSER, DRIVER, Page, browsing
from tests.printed import profiled
from tests.reliability.raw import serving
from tests.selling import customer, line, pay, read, sent
from tests.service import Client, Service

pytestmark = [
    pytest.mark.skipif(os.environ.get("BROWSER") != "on", reason="takes half a minute: make browser"),
    pytest.mark.skipif(
        not (BROWSER and DRIVER), reason="no browser: install Debian's chromium and chromium-driver"
    ),
]
WIDTHS = {"telephone": 360, "desk": 1200}
PICTURED = {("telephone", "light"), ("desk", "dark")}
# What stands on the page -> the least contrast of WCAG 2.1 AA.
_CONTRASTS = """
const channels = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
const luminance = (text) => {
  const linear = (v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const [r, g, b] = channels(text).map((v) => linear(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/^rgba\\(.*, 0\\)$/.test(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
};
return [...document.querySelectorAll("main *")]
  .filter((element) => element.getClientRects().length)
  .filter((element) => [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .map((element) => {
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
    return [element.className || element.tagName, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
"""
_SIZES = "return [document.documentElement.scrollWidth, window.innerWidth]"


@pytest.fixture(scope="module")
def page(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("browser")
    pictures = ROOT / "docs" / "pictures" if os.environ.get("PICTURES") == "on" else None
    more = {"PDF_CACHE": str(folder / "pdf-cache"), "WEB_CONCURRENCY": "1"}
    with serving(database_url, **more) as server, browsing(folder) as driver:
        yield Page(driver, f"http://127.0.0.1:{server.address[1]}", pictures)


def look(page: Page, path: str, width: int, scheme: str) -> None:
    """Open a page in a window of a width, and hold it to what every page is held to."""
    driver = page.driver
    screen = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    driver.get(page.base + path)
    page.see("main")
    assert page.complaints() == []
    assert page.hosts() == {page.base.removeprefix("http://")}
    needed, there = driver.execute_script(_SIZES)
    assert needed <= there, "the page is wider than the window"
    pale = [(what, ratio) for what, ratio in driver.execute_script(_CONTRASTS) if ratio < 4.5]
    assert pale == []
    assert driver.get_cookies() == []


def keep(driver: webdriver.Chrome, folder: Path | None, name: str) -> None:
    """Keep a picture of the whole page, where pictures are wanted."""
    if folder:
        shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
        Image.open(io.BytesIO(base64.b64decode(shot["data"]))).quantize(64).save(
            folder / f"share-{name}.png", optimize=True
        )


def dressed(service: Service) -> tuple[Client, dict[str, Any]]:
    """An organization that tells of itself, and an invoice with everything that makes a page long or wide."""
    org = profiled(service, legal_name="Sahyadri Traders & Sons Private Limited")
    buyer = customer(
        org,
        displayName="Muthu Pandian Stores",
        gstin="29AAPFU0939F1ZR",
        billingAddress={"line1": "3 MG Road", "city": "Bengaluru", "stateCode": "29", "pincode": "560001"},
        shippingAddress={
            "line1": "Godown 7, Peenya",
            "city": "Bengaluru",
            "stateCode": "29",
            "pincode": "560058",
        },
    )
    design = {
        "description": "Design work\nfor the shop in MG Road",
        "quantity": 3,
        "rate": 1250.5,
        "discount": 51.5,
    }
    boards = {"description": "Teak board, oiled", "quantity": 12.5, "unit": "SQM", "rate": 123456.789}
    lines = (
        line(**design, taxRatePercent=18, hsnOrSac="998391"),
        line(**boards, taxRatePercent=12, hsnOrSac="44219990"),
        line(description="A" * 60, rate=99, taxRatePercent=5),
    )
    record = sent(
        org,
        buyer,
        *lines,
        notes="Thank you for your business.\nDelivery within seven days.",
        termsAndConditions="Interest of 18 % a year is due on late payments.",
        adjustments={"documentDiscount": 10, "documentDiscountIsPercent": True},
        dueDate="2030-05-05",
    )
    return org, record


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", WIDTHS)
def test_a_customer_reads_the_invoice_on_every_screen(
    screen: str, scheme: str, page: Page, service: Service
) -> None:
    org, record = dressed(service)
    look(page, path_of(share(org, record["id"])), WIDTHS[screen], scheme)
    if (screen, scheme) in PICTURED:
        keep(page.driver, page.pictures, screen)
    for css in ("h1", ".state", ".amount", "svg", "a.button.first", "table", "dl .total"):
        assert page.see(css).is_displayed(), css
    button = page.see("a.button.first")
    assert str(button.get_attribute("href")).startswith("upi://pay?pa=us@bank")
    assert button.size["height"] >= 40, "too small for a thumb"
    assert read(org, record["id"])["views"] == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_paid_invoice_and_a_wrong_link_are_plain(scheme: str, page: Page, service: Service) -> None:
    org, record = dressed(service)
    pay(org, record["customerId"], record["total"], (record["id"], record["total"]))
    path = path_of(share(org, record["id"]))
    look(page, path, 360, scheme)
    assert page.see(".state").text == "Paid"
    assert not page.driver.find_elements("css selector", "svg")
    page.driver.get(f"{page.base}{path[:-1]}x")
    assert page.see("h1").text == "There is nothing here"
    # The browser tells of the status alone.
    [complaint] = page.complaints()
    assert "404" in complaint
