"""A client that a generator makes of docs/openapi.json, used as its reader would use it."""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from app.config import ROOT
from tests.service import Client, Service

GENERATOR = Path(sys.executable).with_name("openapi-python-client")
NAME = "gst_invoicing_client"
# The generator knows files by this type only.
CONFIGURATION = "content_type_overrides: {application/pdf: application/octet-stream}\n"

pytestmark = pytest.mark.skipif(
    not GENERATOR.exists(), reason="openapi-python-client is not installed: make proof"
)


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the generated package, which can be imported. A warning of the generator fails it."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "configuration.yaml").write_text(CONFIGURATION)
    command = [
        *(str(GENERATOR), "generate", "--path", str(ROOT / "docs" / "openapi.json"), "--fail-on-warning"),
        *("--config", str(folder / "configuration.yaml")),
        *("--meta", "none", "--output-path", str(folder / NAME)),
    ]
    # Its last step is ruff, which finds faults in what it wrote.
    path = f"{GENERATOR.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "arning" not in done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))


class Generated:
    """Finds things in the generated package, by name."""

    def __init__(self, url: str, org: Client) -> None:
        package = importlib.import_module(NAME)
        self.models = importlib.import_module(f"{NAME}.models")
        self.client = package.AuthenticatedClient(
            base_url=url, token=org.token, raise_on_unexpected_status=True
        )

    def call(self, operation: str, *given: Any, **named: Any) -> Any:
        """The parsed answer of an operation, as tag.function."""
        module: ModuleType = importlib.import_module(f"{NAME}.api.{operation}")
        return module.sync(*given, client=self.client, **named)


@pytest.fixture
def api(generated: Path, served: str, service: Service) -> Iterator[Generated]:
    """The generated client of an organization of its own."""
    made = Generated(served, service.organization())
    with made.client:
        yield made


def test_every_operation_has_a_function(generated: Path) -> None:
    functions = {path.stem for path in (generated / "api").glob("*/*.py") if path.stem != "__init__"}
    assert {"create_item", "update_item", "get_invoice_pdf", "issue_token", "send_invoice"} <= functions
    document = json.loads((ROOT / "docs" / "openapi.json").read_text())
    assert len(functions) == sum(map(len, document["paths"].values()))


def test_every_module_is_imported(generated: Path) -> None:
    modules = [
        NAME + "." + ".".join(path.relative_to(generated).with_suffix("").parts)
        for path in generated.rglob("*.py")
        if path.stem != "__init__"
    ]
    assert f"{NAME}.api.tokens.issue_token" in modules
    for module in modules:
        importlib.import_module(module)


def test_from_a_customer_to_a_paid_invoice_in_the_ledger(api: Generated) -> None:
    models, day = api.models, date(2026, 11, 20)
    body = models.CustomerInput(display_name="Acme Traders", place_of_supply_state_code="27")
    customer = api.call("customers.create_customer", body=body)
    assert isinstance(customer, models.CustomerAnswer)
    customer_id = customer.data.id

    line = models.InvoiceLineInput(description="Work", quantity=2, rate=500, tax_rate_percent=18)
    body = models.InvoiceInput(customer_id=customer_id, invoice_date=day, lines=[line])
    written = api.call("invoices.create_invoice", body=body, idempotency_key="first-invoice")
    assert (written.data.status, written.data.total) == (models.InvoiceWrittenStatus.DRAFT, 1180.0)
    again = api.call("invoices.create_invoice", body=body, idempotency_key="first-invoice")
    assert again.data.id == written.data.id

    sent = api.call("invoices.send_invoice", written.data.id)
    assert sent.data.status == models.InvoiceSentStatus.SENT
    paper = api.call("invoices.get_invoice_pdf", written.data.id)
    assert paper.payload.read(5) == b"%PDF-"

    settled = models.AllocationInput(invoice_id=written.data.id, amount=1180)
    body = models.PaymentReceivedInput(
        customer_id=customer_id, payment_date=day, amount=1180, allocations=[settled]
    )
    paid = api.call("payments_received.record_payment_received", body=body)
    assert isinstance(paid, models.PaymentRecordedAnswer)

    invoice = api.call("invoices.get_invoice", written.data.id).data
    assert (invoice.status, invoice.balance_due) == (models.InvoiceStatus.PAID, 0)
    assert invoice.invoice_date == datetime(2026, 11, 20, tzinfo=UTC)
    assert [row.taxable_amount for row in invoice.lines] == [1000]

    ledger = api.call("ledgers.get_customer_ledger", customer_id, from_=day, to=day).data
    assert [(entry.debit, entry.credit, entry.balance) for entry in ledger.entries] == [
        (1180, 0, 1180),
        (0, 1180, 0),
    ]
    assert ledger.outstanding == 0


def test_refusals_are_typed_too(api: Generated) -> None:
    models = api.models
    refused = api.call("customers.create_customer", body=models.CustomerInput(display_name=" "))
    assert isinstance(refused, models.ValidationError)
    assert [detail.field for detail in refused.error.details] == ["displayName"]
    missing = api.call("customers.get_customer", "cus_none")
    assert isinstance(missing, models.Error)
    assert missing.error.code == models.ProblemCode.NOT_FOUND


def test_a_list_is_walked_by_its_cursor(api: Generated) -> None:
    for name in ("A", "B", "C"):
        api.call("customers.create_customer", body=api.models.CustomerInput(display_name=name))
    order = api.models.ListCustomersSort.DISPLAYNAME
    found, going_on = [], {}
    while True:
        page = api.call("customers.list_customers", limit=2, sort=order, **going_on)
        found += [customer.display_name for customer in page.data]
        if page.meta.next_cursor is None:
            break
        going_on = {"cursor": page.meta.next_cursor}
    assert found == ["A", "B", "C"]
