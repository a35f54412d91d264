"""Serializers of requests and answers."""

from datetime import datetime
from zoneinfo import ZoneInfo

from rest_framework import serializers

from bench.peers.django_rest.models import InvoiceLineModel, InvoiceModel

_OWN = ("fiscal_year",)


class InvoiceLineSerializer(serializers.ModelSerializer):
    class Meta:
        model = InvoiceLineModel
        fields = "__all__"


class InvoiceSerializer(serializers.ModelSerializer):
    """An invoice in a list."""

    status = serializers.SerializerMethodField()
    balance_due = serializers.SerializerMethodField()

    class Meta:
        model = InvoiceModel
        exclude = _OWN

    def get_status(self, invoice: InvoiceModel) -> str:
        """OVERDUE is worked out on the organization's own calendar."""
        if invoice.status != "SENT":
            return invoice.status
        today = datetime.now(ZoneInfo(invoice.organization.time_zone)).date()
        return "OVERDUE" if invoice.due_date < today else invoice.status

    def get_balance_due(self, invoice: InvoiceModel) -> str:
        """Return the unpaid amount."""
        return str(0 if invoice.status == "VOID" else invoice.total - invoice.amount_paid)


class InvoiceWithLinesSerializer(InvoiceSerializer):
    """An invoice by itself."""

    lines = InvoiceLineSerializer(many=True, read_only=True)


class NewLineSerializer(serializers.Serializer):
    itemId = serializers.CharField(max_length=30)  # noqa: N815 - the body is the one that the service takes
    quantity = serializers.DecimalField(max_digits=15, decimal_places=6, min_value=0)


class NewInvoiceSerializer(serializers.Serializer):
    customerId = serializers.CharField(max_length=30)  # noqa: N815
    invoiceDate = serializers.DateField()  # noqa: N815
    dueDate = serializers.DateField()  # noqa: N815
    status = serializers.ChoiceField(["SENT"])
    lines = NewLineSerializer(many=True, allow_empty=False)
