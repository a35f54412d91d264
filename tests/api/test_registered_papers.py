"""The registration on the papers of registered invoices and credit notes."""

from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp

from tests.api.registering import WHY, noted, registered, registration, sold
from tests.printed import page
from tests.service import Client, Service

pytestmark = pytest.mark.slow


def test_a_paper_has_irn_and_acknowledgement_while_the_registration_holds(service: Service) -> None:
    org = service.organization()
    bought = sold(org)
    paths = (f"/invoices/{bought['id']}", f"/credit-notes/{noted(org, bought)['id']}")
    for path, irn in zip(paths, ("3f", "4a"), strict=True):
        assert "IRN" not in page(org, f"{path}/pdf")
        given = registration(irn)
        kept = registered(org, path, **given)
        text = page(org, f"{path}/pdf")
        assert kept["irn"] in text
        assert f"{given['ackNo']} of {given['ackDate']}" in text
        assert org.request("DELETE", f"{path}/e-invoice", WHY).status_int == 200
        assert "IRN" not in page(org, f"{path}/pdf")


def test_a_paper_has_the_signed_code_to_be_read_off_it(service: Service) -> None:
    org = service.organization()
    path = f"/invoices/{sold(org)['id']}"
    assert codes_on(org, path) == []
    # As long as those of the portal: a header, the signed facts, a signature of 256 bytes.
    signed = ".".join(["eyJhbGciOiJSUzI1NiJ9", "eyJkYXRhIjoiU2VsbGVyR3N0aW4i" * 20, "c2lnbmVk-_" * 34])
    registered(org, path, signedQrCode=signed)
    assert codes_on(org, path) == [signed]


def codes_on(org: Client, path: str) -> list[str]:
    """The texts of the QR codes on the only page of a paper, read off its picture at 200 dots an inch."""
    (only,) = pypdfium2.PdfDocument(BytesIO(org.get(f"{path}/pdf").body))
    return [code.text for code in zxingcpp.read_barcodes(only.render(scale=200 / 72).to_pil())]
