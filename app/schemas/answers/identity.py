"""The caller, organizations, scopes and tokens."""

from app.identity.scopes import GRANULAR, GROUPS, MODULES
from app.schemas.answers.fields import Answered, Id, Integer, Many, One, OneOf, Word


class CallingUser(Answered):
    """A user."""

    id = Id()
    email = Word()
    name = Word()


class ActiveOrganization(Answered):
    """The organization that the token works in."""

    id = Id()
    name = Word()
    slug = Word()


class Caller(Answered):
    """Who calls, where, and what they may do."""

    user = One(CallingUser)
    organization = One(ActiveOrganization)
    role = Word()
    token_type = OneOf("pat", "oauth")
    scopes = Many(Word())
    effective_permissions = Many(OneOf(*GRANULAR))


class Membership(Answered):
    """An organization that the user belongs to."""

    id = Id()
    name = Word()
    slug = Word()
    role_key = Word()


class OrganizationProfile(Answered):
    """The organization as its documents name it."""

    name = Word()
    legal_name = Word()
    gstin = Word(null=True)
    address = Word()
    phone = Word(null=True)
    email = Word(null=True)
    state_code = Word()
    currency = Word()


class ScopeCatalogue(Answered):
    """Every scope there is."""

    groups = Many(OneOf(*GROUPS))
    modules = Many(OneOf(*MODULES))
    granular = Many(OneOf(*GRANULAR))


class Tokens(Answered):
    """An access token, and a refresh token to get the next one with."""

    token_type = OneOf("Bearer", data_key="token_type")
    access_token = Word(data_key="access_token")
    refresh_token = Word(data_key="refresh_token")
    expires_in = Integer(min=1, data_key="expires_in")
    scope = Word()
