"""Tokens that end without a request."""

import psycopg

from tests.service import Client, Service


def revoke(service: Service, org: Client) -> None:
    """End all tokens of an organization, behind the service's back."""
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "UPDATE tokens SET revoked_at = now() WHERE organization_id = %s", [org.organization_id]
        )
