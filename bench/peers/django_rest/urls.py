"""Paths."""

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from bench.peers.django_rest.views import InvoiceViewSet, ready

router = SimpleRouter(trailing_slash=False)
router.register("invoices", InvoiceViewSet, "invoice")
urlpatterns = [path("readyz", ready), path("", include(router.urls))]
