"""Authentication of callers, and their pages."""

from rest_framework import pagination
from rest_framework.authentication import TokenAuthentication

from bench.peers.django_rest.models import AccessTokenModel


class BearerAuthentication(TokenAuthentication):
    """A token belongs to a user and an organization."""

    keyword = "Bearer"
    model = AccessTokenModel


class Pages(pagination.PageNumberPagination):
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
