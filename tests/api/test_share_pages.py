"""The page and the paper that a customer sees by a link."""

import re
from typing import Any

import pytest

from tests.api.sharing import follow, path_of, share, shared, words_of
from tests.printed import as_owner, pages, profiled
from tests.selling import customer, line, pay, sent
from tests.service import Client, Service

TAXED: dict[str, Any] = {"taxRatePercent": 18, "hsnOrSac": "9983"}


def test_a_customer_sees_the_invoice_without_logging_in(service: Service) -> None:
    org = profiled(service)
    buyer = customer(org, displayName="Acme", legalName="Acme Works LLP", gstin="29AAPFU0939F1ZR")
    record = sent(
        org, buyer, line(description="Design work", quantity=3, rate=1250.5, discount=51.5, **TAXED)
    )
    page = follow(service, path_of(share(org, record["id"])))
    assert (page.status_int, page.content_type, page.charset) == (200, "text/html", "utf-8")
    told = words_of(page)
    for part in (
        record["sellerLegalName"],
        f"Tax Invoice {record['invoiceNumber']}",
        "Open",
        "Amount due ₹ 4,366.00",
        "Design work",
        "HSN/SAC 9983",
        "Discount 51.50",
        "IGST 666.00",
        "Total ₹ 4,366.00",
        "Acme Works LLP",
        "GSTIN 29AAPFU0939F1ZR",
        "29 Karnataka",
        "us@bank",
        "A/c 42",
        "Rupees Four Thousand Three Hundred Sixty-Six Only",
    ):
        assert part in told, part
    assert 'href="upi://pay?pa=us@bank&amp;' in page.text
    assert "am=4366.00" in page.text


@pytest.mark.parametrize(
    ("paid", "state", "due"),
    [(0, "Open", "Amount due ₹ 118.00"), (18, "Partly paid", "Amount due ₹ 100.00"), (118, "Paid", None)],
)
def test_the_page_tells_what_is_open_now(paid: int, state: str, due: str | None, service: Service) -> None:
    org = profiled(service)
    buyer = customer(org)
    record = sent(org, buyer, line(taxRatePercent=18))
    path = path_of(share(org, record["id"]))
    if paid:
        pay(org, buyer, paid, (record["id"], paid))
    page = follow(service, path)
    told = words_of(page)
    assert f"{record['invoiceNumber']} {state} " in told
    assert (due or "Paid in full ₹ 118.00") in told
    assert ("<svg" in page.text) == ("upi://" in page.text) == (due is not None)


def test_an_invoice_past_its_due_date_is_overdue(org: Client, service: Service) -> None:
    _, path = shared(org, dueDate="2026-05-05")
    assert "Overdue" in words_of(follow(service, path))


def test_names_in_every_script_and_markup_are_text(service: Service) -> None:
    org = service.organization(legal_name='सह्याद्रि & "<b>Sons</b>"')
    buyer = customer(org, displayName="<script>alert(1)</script> தமிழ் مرحبا")
    record = sent(
        org, buyer, line(description="<img src=x onerror=alert(1)> ಕನ್ನಡ {{ 7 * 7 }}"), notes="</style><b>"
    )
    page = follow(service, path_of(share(org, record["id"])))
    told = words_of(page)
    assert 'सह्याद्रि & "<b>Sons</b>"' in told
    assert "<script>alert(1)</script> தமிழ் مرحبا" in told
    assert "<img src=x onerror=alert(1)> ಕನ್ನಡ {{ 7 * 7 }}" in told
    assert "<script" not in page.text.lower()
    assert "<img" not in page.text
    assert page.text.count("</style>") == 1


def test_the_page_has_no_script_no_other_host_no_cookie_and_is_not_kept_or_framed(
    org: Client, service: Service
) -> None:
    _, path = shared(org)
    for page in (follow(service, path), follow(service, path[:-1] + "x")):
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "script-src" not in policy
        assert page.headers["X-Frame-Options"] == "DENY"
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in page.headers["X-Robots-Tag"]
        assert page.headers["Cache-Control"] == "no-store"
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in page.headers
        assert not re.search(r"(src|href|action)=\"(https?:)?//", page.text)
        assert not re.search(r"<(script|link|iframe|form|object)\b|\sstyle=|\son\w+=", page.text)


def test_the_page_says_nothing_that_the_paper_does_not(service: Service) -> None:
    org = profiled(service)
    item = org.make(
        "/items", {"name": "Bolt", "sellingPrice": 100, "purchasePrice": 61.25, "trackInventory": True}
    )
    buyer = customer(org, notes="Pays late", phone="+91 98 7654")
    other = sent(org, buyer, line(description="Another matter"))
    record = sent(org, buyer, {"itemId": item["id"], "quantity": 1}, externalReference="SHOP-77")
    page = follow(service, path_of(share(org, record["id"])))
    ids = record["id"], org.user_id, buyer
    hidden = (other["invoiceNumber"], "Another matter", "61.25", "Pays late", "SHOP-77", *ids)
    assert [text for text in hidden if text in page.text] == []


def test_the_paper_is_that_of_the_interface(service: Service) -> None:
    org = profiled(service)
    record, path = shared(org, line(**TAXED))
    page = follow(service, path)
    assert f'href="{path}/pdf"' in page.text
    paper = follow(service, f"{path}/pdf")
    assert (paper.status_int, paper.content_type) == (200, "application/pdf")
    assert paper.body == org.get(f"/invoices/{record['id']}/pdf").body
    assert record["invoiceNumber"] in " ".join(pages(paper.body))
    assert paper.headers["Content-Disposition"].startswith("inline; filename=")
    assert paper.headers["Referrer-Policy"] == "no-referrer"
    assert "noindex" in paper.headers["X-Robots-Tag"]


def test_a_template_of_the_organization_that_fails_does_not_keep_the_paper_away(service: Service) -> None:
    org = profiled(service)
    _, path = shared(org)
    as_owner(service, org, "set_template", id="tpl_broken", document="invoice", html="{{ nothing.at.all }}")
    assert follow(service, f"{path}/pdf").status_int == 200
