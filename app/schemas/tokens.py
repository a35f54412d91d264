"""Parameters of the token and revocation endpoints, as the OpenAPI document shows them.

They are read by `resources.oauth` as RFC 6749 has it: empty parameters count as left out, none has a bound.
"""

from typing import Any

from app.schemas.body import BodySchema
from app.schemas.fields import Choice, Text


class OAuthText(Text):
    """Text of any length, with its description."""

    def __init__(self, name: str, description: str, **options: Any) -> None:
        metadata = {"description": description}
        optional = {"allow_none": not options.get("required")}
        super().__init__(data_key=name, validate=[], metadata=metadata, **optional, **options)


class OAuthBody(BodySchema):
    """The base of OAuth bodies: unknown parameters are ignored, as RFC 6749 has it."""

    takes_any_name = True


class TokenBody(OAuthBody):
    """POST /oauth/token."""

    grant_type = Choice("password", "refresh_token", data_key="grant_type", required=True)
    client_id = OAuthText("client_id", "The client. Required, unless it authenticates by HTTP Basic.")
    client_secret = OAuthText(
        "client_secret", "The secret of a confidential client, unless sent by HTTP Basic."
    )
    username = OAuthText("username", "The user's e-mail address; for `password`.")
    password = OAuthText("password", "The user's password; for `password`.")
    refresh_token = OAuthText(
        "refresh_token",
        "That of the latest answer; for `refresh_token`. With `password` the last one that this device had, spent or "
        "expired too: failed logins of others then do not lock it out.",
    )
    scope = OAuthText("scope", "Names separated by spaces. Left out: all that the client or login may have.")


class RevocationBody(OAuthBody):
    """POST /oauth/revoke."""

    token = OAuthText("token", "An access, refresh or personal access token.", min=1, required=True)
    client_id = OAuthText("client_id", "The client, where one asks.")
    client_secret = OAuthText(
        "client_secret", "The secret of a confidential client, unless sent by HTTP Basic."
    )
    token_type_hint = OAuthText("token_type_hint", "Taken and not needed: every kind is found.")
