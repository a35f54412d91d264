"""A sent invoice of stocked goods: lines, movements, positions, number, invoice."""

import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils import timezone
from rest_framework.exceptions import ValidationError

from bench.peers.django_rest.models import (
    AccessTokenModel,
    CustomerModel,
    InvoiceLineModel,
    InvoiceModel,
    ItemModel,
    MovementModel,
    NumberCounterModel,
    OrganizationModel,
    StockPositionModel,
)
from bench.peers.django_rest.trail import Trail

_PAISA = Decimal("0.01")
_APRIL = 4


def _new_id(prefix: str) -> str:
    return prefix + uuid.uuid4().hex[:26]


class Creation:
    """The records that one request creates in the caller's organization."""

    def __init__(self, token: AccessTokenModel, trail: Trail) -> None:
        self._organization_id = token.organization_id
        self._user_id = str(token.user_id)
        self._trail = trail

    def invoice(self, body: Mapping[str, Any]) -> InvoiceModel:
        """Create an invoice. Raise ValidationError if the customer or an item is missing."""
        seller = OrganizationModel.objects.get(id=self._organization_id)
        customer = CustomerModel.objects.filter(organization=seller, id=body["customerId"]).first()
        items = ItemModel.objects.filter(organization=seller).in_bulk(
            [line["itemId"] for line in body["lines"]]
        )
        if customer is None or any(line["itemId"] not in items for line in body["lines"]):
            raise ValidationError("no such customer or item")
        invoice = self._head(body, seller, customer)
        within = invoice.place_of_supply_state_code == seller.state_code
        lines = [
            self._line(invoice, place, items[line["itemId"]], line["quantity"], within)
            for place, line in enumerate(body["lines"])
        ]
        self._add_up(invoice, lines)
        movements = self._move(invoice, lines, seller.warehouse_id)
        # Keys are checked at the commit, so that the number can be taken last.
        InvoiceLineModel.objects.bulk_create(lines)
        MovementModel.objects.bulk_create(movements)
        self._number(invoice, seller)
        invoice.save(force_insert=True)
        self._trail.inserted(invoice, *lines, *movements)
        return invoice

    def _head(
        self, body: Mapping[str, Any], seller: OrganizationModel, customer: CustomerModel
    ) -> InvoiceModel:
        return InvoiceModel(
            id=_new_id("inv_"),
            organization=seller,
            customer=customer,
            status=body["status"],
            invoice_date=body["invoiceDate"],
            due_date=body["dueDate"],
            seller_registration_id=seller.registration_id,
            seller_legal_name=seller.legal_name,
            seller_gstin=seller.gstin,
            seller_state_code=seller.state_code,
            place_of_supply_state_code=customer.place_of_supply_state_code
            or (customer.gstin or seller.state_code)[:2],
            currency_code=customer.currency_code,
            created_by=self._user_id,
        )

    def _line(
        self, invoice: InvoiceModel, place: int, item: ItemModel, quantity: Decimal, within: bool
    ) -> InvoiceLineModel:
        taxable = (quantity * item.selling_price).quantize(_PAISA)
        half = (taxable * item.tax_rate_percent / 200).quantize(_PAISA) if within else Decimal(0)
        whole = Decimal(0) if within else (taxable * item.tax_rate_percent / 100).quantize(_PAISA)
        return InvoiceLineModel(
            id=_new_id("inl_"),
            organization_id=self._organization_id,
            invoice=invoice,
            item=item,
            description=item.name,
            hsn_or_sac=item.hsn_or_sac,
            quantity=quantity,
            unit=item.unit,
            rate=item.selling_price,
            tax_rate_percent=item.tax_rate_percent,
            taxable_amount=taxable,
            cgst_amount=half,
            sgst_amount=half,
            igst_amount=whole,
            total=taxable + half + half + whole,
            sort_order=place,
        )

    def _add_up(self, invoice: InvoiceModel, lines: Sequence[InvoiceLineModel]) -> None:
        invoice.sub_total = sum(line.taxable_amount for line in lines)
        invoice.cgst_total = invoice.sgst_total = sum(line.cgst_amount for line in lines)
        invoice.igst_total = sum(line.igst_amount for line in lines)
        invoice.total = sum(line.total for line in lines)

    def _move(
        self, invoice: InvoiceModel, lines: Sequence[InvoiceLineModel], warehouse_id: str
    ) -> list[MovementModel]:
        """Take the goods out of their positions, which are locked in one order."""
        held = StockPositionModel.objects.select_for_update().order_by("id")
        found = held.filter(
            organization_id=self._organization_id,
            warehouse_id=warehouse_id,
            item_id__in=[line.item_id for line in lines],
        )
        positions = {position.item_id: position for position in found}
        movements = [self._movement(invoice, line, positions[line.item_id]) for line in lines]
        StockPositionModel.objects.bulk_update(
            positions.values(), ["quantity_on_hand", "value", "last_movement_at", "updated_at"]
        )
        return movements

    def _movement(
        self, invoice: InvoiceModel, line: InvoiceLineModel, position: StockPositionModel
    ) -> MovementModel:
        cost = (line.quantity * position.average_cost).quantize(_PAISA)
        with self._trail.updating(position):
            position.quantity_on_hand -= line.quantity
            position.value -= cost
            position.last_movement_at = position.updated_at = timezone.now()
        return MovementModel(
            id=_new_id("mov_"),
            organization_id=self._organization_id,
            position=position,
            movement_type="SALES_OUT",
            quantity=line.quantity,
            unit_cost=position.average_cost,
            total_cost=cost,
            balance_after=position.quantity_on_hand,
            avg_cost_after=position.average_cost,
            source_doc_type="INVOICE",
            source_doc_id=invoice.id,
            source_doc_line_id=line.id,
            created_by=self._user_id,
        )

    def _number(self, invoice: InvoiceModel, seller: OrganizationModel) -> None:
        """Give the invoice the next number of the counter, whose row stays locked until the commit."""
        day = invoice.invoice_date
        invoice.fiscal_year = day.year - (day.month < _APRIL)
        counter = NumberCounterModel.objects.select_for_update().get(
            organization=seller, doc_type="INVOICE", fiscal_year=invoice.fiscal_year
        )
        invoice.invoice_number = f"{seller.invoice_prefix}{counter.next_number:0{seller.invoice_padding}}"
        with self._trail.updating(counter):
            counter.next_number += 1
        counter.save(update_fields=["next_number"])
