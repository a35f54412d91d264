"""The tables: those of the service that an invoice needs, with the same fields, in Django's words."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


def _id() -> models.CharField:
    return models.CharField(max_length=30, primary_key=True)


def _amount(**options: object) -> models.DecimalField:
    return models.DecimalField(max_digits=15, decimal_places=2, **options)


def _fine(**options: object) -> models.DecimalField:
    return models.DecimalField(max_digits=19, decimal_places=6, **options)


def _text(**options: object) -> models.TextField:
    return models.TextField(null=True, blank=True, **options)


class OrganizationModel(models.Model):
    id = _id()
    registration_id = models.CharField(max_length=30)
    legal_name = models.TextField()
    gstin = _text()
    state_code = models.CharField(max_length=2)
    time_zone = models.CharField(max_length=60)
    invoice_prefix = models.CharField(max_length=40)
    invoice_padding = models.IntegerField()
    warehouse_id = models.CharField(max_length=30)


class TenantModel(models.Model):
    organization = models.ForeignKey(OrganizationModel, models.PROTECT)

    class Meta:
        abstract = True


class AccessTokenModel(TenantModel):
    key = models.CharField(max_length=200, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)


class CustomerModel(TenantModel):
    id = _id()
    display_name = models.CharField(max_length=191)
    gstin = _text()
    place_of_supply_state_code = models.CharField(max_length=2, null=True)
    currency_code = models.CharField(max_length=3)


class ItemModel(TenantModel):
    id = _id()
    name = models.CharField(max_length=191)
    hsn_or_sac = _text()
    unit = models.CharField(max_length=20)
    selling_price = _fine()
    tax_rate_percent = models.DecimalField(max_digits=9, decimal_places=6)


class StockPositionModel(TenantModel):
    id = _id()
    item = models.ForeignKey(ItemModel, models.PROTECT)
    warehouse_id = models.CharField(max_length=30)
    quantity_on_hand = models.DecimalField(max_digits=18, decimal_places=6)
    value = _amount()
    average_cost = _fine()
    last_movement_at = models.DateTimeField(null=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["organization", "item", "warehouse_id"], name="one_position"),
        )


class InvoiceModel(TenantModel):
    id = _id()
    invoice_number = models.CharField(max_length=100)
    fiscal_year = models.IntegerField()
    customer = models.ForeignKey(CustomerModel, models.PROTECT)
    sales_order_id = _text()
    salesperson_id = _text()
    status = models.CharField(max_length=20)
    invoice_date = models.DateField()
    due_date = models.DateField()
    seller_registration_id = _text()
    seller_legal_name = models.TextField()
    seller_gstin = _text()
    seller_state_code = models.CharField(max_length=2)
    place_of_supply_state_code = models.CharField(max_length=2)
    currency_code = models.CharField(max_length=3)
    exchange_rate = models.DecimalField(max_digits=15, decimal_places=6, default=1)
    sub_total = _amount()
    discount_total = _amount(default=0)
    document_discount = _fine(default=0)
    document_discount_is_percent = models.BooleanField(default=False)
    cgst_total = _amount()
    sgst_total = _amount()
    igst_total = _amount()
    adjustment_label = _text()
    adjustment_amount = _amount(default=0)
    round_off = _amount(default=0)
    total = _amount()
    amount_paid = _amount(default=0)
    apply_customer_credit = models.BooleanField(default=False)
    warehouse_id = _text()
    eway_bill_status = models.CharField(max_length=20, default="NOT_REQUIRED")
    eway_bill_id = _text()
    email_sent_at = models.DateTimeField(null=True)
    pdf_template_id = _text()
    scheme_ids = models.JSONField(default=list)
    notes = _text()
    terms_and_conditions = _text()
    created_by = _text()
    updated_by = _text()
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["organization", "fiscal_year", "invoice_number"], name="one_number"
            ),
        )
        indexes = (
            models.Index(
                fields=["organization", "-invoice_date", "-created_at", "-id"], name="invoices_by_date"
            ),
        )


class InvoiceLineModel(TenantModel):
    id = _id()
    invoice = models.ForeignKey(InvoiceModel, models.PROTECT, related_name="lines")
    item = models.ForeignKey(ItemModel, models.PROTECT)
    item_variant_id = _text()
    description = models.TextField()
    hsn_or_sac = _text()
    quantity = models.DecimalField(max_digits=15, decimal_places=6)
    unit = models.CharField(max_length=20)
    rate = _fine()
    discount = _amount(default=0)
    tax_rate_percent = models.DecimalField(max_digits=9, decimal_places=6)
    taxable_amount = _amount()
    cgst_amount = _amount()
    sgst_amount = _amount()
    igst_amount = _amount()
    total = _amount()
    sort_order = models.IntegerField()
    width = _fine(null=True)
    height = _fine(null=True)
    length_unit = _text()
    qty_count = _fine(null=True)

    class Meta:
        ordering = ("sort_order",)


class MovementModel(TenantModel):
    id = _id()
    position = models.ForeignKey(StockPositionModel, models.PROTECT)
    movement_type = models.CharField(max_length=20)
    quantity = models.DecimalField(max_digits=15, decimal_places=6)
    unit_cost = _fine()
    total_cost = _amount()
    balance_after = models.DecimalField(max_digits=18, decimal_places=6)
    avg_cost_after = _fine()
    source_doc_type = models.CharField(max_length=20)
    source_doc_id = models.CharField(max_length=30, db_index=True)
    source_doc_line_id = _text()
    created_by = _text()
    created_at = models.DateTimeField(auto_now_add=True)


class NumberCounterModel(TenantModel):
    doc_type = models.CharField(max_length=30)
    fiscal_year = models.IntegerField()
    next_number = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["organization", "doc_type", "fiscal_year"], name="one_counter"),
        )


class IdempotencyKeyModel(TenantModel):
    key = models.CharField(max_length=255)
    request_hash = models.CharField(max_length=64)
    status = models.IntegerField(null=True)
    reply = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["organization", "key"], name="one_key"),)


class TrailModel(TenantModel):
    at = models.DateTimeField(auto_now_add=True)
    user_id = models.BigIntegerField()
    table_name = models.CharField(max_length=60)
    record_id = models.CharField(max_length=255)
    operation = models.CharField(max_length=6)
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)

    class Meta:
        indexes = (models.Index(fields=["organization", "record_id", "id"], name="trail_by_record"),)
