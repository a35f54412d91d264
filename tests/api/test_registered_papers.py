"""What the papers of registered invoices and credit notes say of their registration."""

from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]

from tests.api.registering import WHY, noted, registered, registration, sold
from tests.printed import page
from tests.service import Client, Service

# Points of a page that a QR code of 40 mm has, of which a third or more are dark.
CODE = (40 / 25.4 * 72) ** 2


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


def test_a_paper_has_the_signed_code_as_a_picture(service: Service) -> None:
    org = service.organization()
    path = f"/invoices/{sold(org)['id']}"
    before = dark_points(org, path)
    registered(org, path, signedQrCode="eyJhbGciOiJSUzI1NiJ9." + "c2ln" * 200)
    assert dark_points(org, path) - before > CODE / 3


def dark_points(org: Client, path: str) -> int:
    (only,) = pypdfium2.PdfDocument(BytesIO(org.get(f"{path}/pdf").body))
    return sum(only.render().to_pil().convert("L").histogram()[:96])
