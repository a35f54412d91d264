"""The caller, organizations, scopes and tokens."""

from app.errors import REFUSE, WARN
from app.identity.scopes import GRANULAR, GROUPS, MODULES
from app.schemas.answers.fields import Answered, Boolean, Date, Id, Integer, Many, One, OneOf, Word
from app.schemas.answers.record_base import Dated


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
    """The caller: user, organization, role and permissions."""

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
    checks = OneOf(WARN, REFUSE)
    time_zone = Word()
    today = Date()


class Registration(Dated):
    """A GST registration of the organization."""

    gstin = Word()
    legal_name = Word()
    trade_name = Word(null=True)
    address_line1 = Word(null=True)
    address_line2 = Word(null=True)
    city = Word(null=True)
    pincode = Word(null=True)
    state_code = Word()
    is_default = Boolean()
    is_composition = Boolean()
    lut_number = Word(null=True)
    lut_valid_from = Date(null=True)
    lut_valid_to = Date(null=True)
    turnover_above_5_crore = Boolean()
    e_invoicing = Date(null=True)


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
