"""What the papers of registered invoices and credit notes say of their registration."""

from tests.api.registering import WHY, noted, registered, sold
from tests.printed import page
from tests.service import Service


def test_a_paper_has_irn_and_acknowledgement_while_the_registration_holds(service: Service) -> None:
    org = service.organization()
    bought = sold(org)
    for path in (f"/invoices/{bought['id']}", f"/credit-notes/{noted(org, bought)['id']}"):
        assert "IRN" not in page(org, f"{path}/pdf")
        kept = registered(org, path)
        text = page(org, f"{path}/pdf")
        assert kept["irn"] in text
        assert kept["ackNo"] in text
        assert org.request("DELETE", f"{path}/e-invoice", WHY).status_int == 200
        assert "IRN" not in page(org, f"{path}/pdf")
