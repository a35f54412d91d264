"""The view set."""

import hashlib

from django.http import HttpRequest, HttpResponse
from rest_framework import mixins, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from bench.peers.django_rest.creation import Creation
from bench.peers.django_rest.models import IdempotencyKeyModel, InvoiceModel
from bench.peers.django_rest.serializers import (
    InvoiceSerializer,
    InvoiceWithLinesSerializer,
    NewInvoiceSerializer,
)
from bench.peers.django_rest.trail import Trail

_CREATED, _CONFLICT = 201, 409


class InvoiceViewSet(
    mixins.CreateModelMixin, mixins.RetrieveModelMixin, mixins.ListModelMixin, viewsets.GenericViewSet
):
    def get_queryset(self):
        """Return the invoices of the caller's organization, with no statement for each record."""
        mine = InvoiceModel.objects.filter(organization_id=self.request.auth.organization_id)
        mine = mine.select_related("organization").order_by("-invoice_date", "-created_at", "-id")
        return mine.prefetch_related("lines") if self.action == "retrieve" else mine

    def get_serializer_class(self):
        """Return the serializer of the action."""
        known = {"list": InvoiceSerializer, "create": NewInvoiceSerializer}
        return known.get(self.action, InvoiceWithLinesSerializer)

    def create(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Create an invoice once for each Idempotency-Key: another request with it waits for the unique key."""
        trail = Trail(request)
        kept, is_new = IdempotencyKeyModel.objects.get_or_create(
            organization_id=request.auth.organization_id,
            key=request.headers["Idempotency-Key"],
            defaults={"request_hash": hashlib.sha256(request.body).hexdigest()},
        )
        if not is_new:
            return self._again(kept, request)
        trail.inserted(kept)
        body = self.get_serializer(data=request.data)
        body.is_valid(raise_exception=True)
        invoice = Creation(request.auth, trail).invoice(body.validated_data)
        answer = {"id": invoice.id, "status": invoice.status, "total": str(invoice.total)}
        with trail.updating(kept):
            kept.status, kept.reply = _CREATED, answer
        kept.save(update_fields=["status", "reply"])
        trail.write()
        return Response(answer, _CREATED)

    def _again(self, kept: IdempotencyKeyModel, request: Request) -> Response:
        if kept.request_hash != hashlib.sha256(request.body).hexdigest():
            return Response({"detail": "The key was used for another request."}, _CONFLICT)
        return Response(kept.reply, kept.status)


def ready(_request: HttpRequest) -> HttpResponse:
    """Answer that the server is ready, always."""
    return HttpResponse()
