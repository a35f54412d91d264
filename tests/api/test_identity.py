"""The caller's identity, and the rights that follow from token and role."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.identity.roles import BUILT_IN
from app.identity.scopes import GRANULAR, GROUPS, MODULES
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.roles import as_owner, with_role
from tests.service import Client, Service


def get(client: Client, path: str) -> Answer:
    """Every answer has the same request id."""
    return send(client.web.app, "GET", path, token=client.token, headers={"X-Request-Id": "the-same"})


def day_in(zone: str) -> str:
    """Today in a time zone, as it is answered."""
    return f"{datetime.now(ZoneInfo(zone)).date()}T00:00:00Z"


# How a token is presented.


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("", "missing"),
        ("Basic dTpw", "another scheme"),
        ("Bearer", "malformed"),
        ("Bearer ", "malformed"),
        ("Bearer two words", "malformed"),
        ("Bearer a,b", "malformed"),
        ('Bearer "quoted"', "malformed"),
        ("Bearer t\u00f6ken", "malformed"),
        ("Bearer a\x00b", "malformed"),
        ("Bearer a\r\nX: y", "malformed"),
        ("Token abc", "another scheme"),
    ],
)
def test_a_header_that_carries_no_token_says_what_is_wrong_with_it(
    header: str, words: str, service: Service
) -> None:
    answer = send(service.app, "GET", "/me", headers={"Authorization": header})
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert words in answer.json["error"]["message"]


def test_the_scheme_is_compared_ignoring_case(service: Service) -> None:
    org = service.organization()
    answer = send(service.app, "GET", "/me", headers={"Authorization": f"bEARER   {org.token}"})
    assert answer.status == 200


@pytest.mark.parametrize("length", [10_000, 1_000_000])
def test_a_very_long_token_is_only_unknown(length: int, service: Service) -> None:
    assert send(service.app, "GET", "/me", token="x" * length).status == 401


@pytest.mark.parametrize(
    "change", [{"expires_in": "-1 second", "revoked": False}, {"expires_in": None, "revoked": True}]
)
def test_a_token_ends_on_the_very_next_request_and_is_not_told_why(
    change: dict[str, object], service: Service
) -> None:
    org = service.organization()
    assert get(org, "/me").status == 200
    as_owner(service, org, "change_token", id=org.token_id, **change)
    ended = get(org, "/me")
    assert ended == get(Client(service.app, "pat_nonsense"), "/me")
    assert ended.headers["www-authenticate"] == 'Bearer error="invalid_token"'


def test_a_token_that_expires_later_works_until_then(service: Service) -> None:
    org = service.organization()
    as_owner(service, org, "change_token", id=org.token_id, expires_in="1 hour", revoked=False)
    assert get(org, "/me").status == 200


def test_the_scope_is_checked_before_the_role(service: Service) -> None:
    viewer = service.member(service.organization().organization_id, role="VIEWER", scopes="read")
    assert viewer.delete("/customers/x").json["error"]["code"] == "insufficient_scope"


# What scopes and roles stand for.

READS = {permission for permission in GRANULAR if permission.endswith(".read")}
STEPS = {p for p in GRANULAR if p.split(".")[1] in ("create", "update", "send")}


@pytest.mark.parametrize(
    ("scopes", "meant"),
    [
        ("read", READS),
        ("write", READS | STEPS),
        ("full", set(GRANULAR)),
        ("taxes", {"taxes.read", "taxes.create", "taxes.update", "taxes.delete"}),
        ("taxes.read items.delete", {"taxes.read", "items.delete"}),
        ("read taxes.delete", READS | {"taxes.delete"}),
        ("unheard.of", set()),
        ("", set()),
    ],
)
def test_what_scopes_stand_for(scopes: str, meant: set[str], service: Service) -> None:
    me = service.token(service.organization().known, scopes).read("/me")
    assert set(me["effectivePermissions"]) == meant
    assert me["scopes"] == scopes.split()


@pytest.mark.parametrize("role", BUILT_IN)
def test_a_built_in_role_decides_with_a_full_token(role: str, service: Service) -> None:
    me = service.member(service.organization().organization_id, role=role).read("/me")
    assert (me["role"], set(me["effectivePermissions"])) == (role, BUILT_IN[role])


def test_a_role_of_the_organization_decides_with_a_full_token(service: Service) -> None:
    caller = with_role(service, service.organization(), "taxes.read", "customers.read", "unheard.of")
    assert set(caller.read("/me")["effectivePermissions"]) == {"taxes.read", "customers.read"}
    assert caller.get("/tax-rates").status_int == 200
    assert caller.get("/items").status_int == 403


def test_a_role_that_is_not_there_allows_nothing(service: Service) -> None:
    caller = service.member(service.organization().organization_id, role="GONE")
    assert caller.read("/me")["effectivePermissions"] == []
    assert caller.get("/customers").status_int == 403


def test_a_role_of_another_organization_is_not_there(service: Service) -> None:
    theirs, ours = service.organization(), service.organization()
    as_owner(service, theirs, "role", key="BOSS", permissions=list(GRANULAR))
    assert service.member(ours.organization_id, role="BOSS").read("/me")["effectivePermissions"] == []


def test_token_and_role_allow_what_both_allow(service: Service) -> None:
    caller = service.member(service.organization().organization_id, role="SALES", scopes="write taxes")
    effective = set(caller.read("/me")["effectivePermissions"])
    assert "customers.create" in effective
    assert "taxes.create" not in effective  # the role
    assert "customers.delete" not in effective  # both
    assert effective == BUILT_IN["SALES"] & (READS | STEPS | {"taxes.delete"})


# Identity.


def test_me_says_who_calls_for_whom_with_what(service: Service) -> None:
    org = service.organization()
    me = org.read("/me")
    assert me["user"] == {"id": org.user_id, "email": org.email, "name": "A Member"}
    assert me["organization"].keys() == {"id", "name", "slug"}
    assert (me["organization"]["id"], me["organization"]["slug"]) == (org.organization_id, org.slug)
    assert (me["role"], me["tokenType"], me["scopes"]) == ("ADMIN", "pat", ["full"])
    assert me["effectivePermissions"] == sorted(GRANULAR)


def test_my_organizations_are_those_i_am_a_member_of(service: Service) -> None:
    ours, theirs, strangers = (service.organization() for _ in range(3))
    as_owner(service, theirs, "membership", member=ours.user_id)
    listed = ours.get("/me/organizations").json
    assert listed.keys() == {"success", "data"}
    assert {row["id"] for row in listed["data"]} == {ours.organization_id, theirs.organization_id}
    assert listed["data"][0].keys() == {"id", "name", "slug", "roleKey"}
    assert strangers.organization_id not in str(listed)


def test_my_organization_is_shown_as_it_is_registered(service: Service) -> None:
    org = service.organization(name="Acme", legal_name="Acme Private Limited")
    told = org.read("/me/organization")
    assert told == {
        "name": "Acme",
        "legalName": "Acme Private Limited",
        "gstin": "27AAPFU0939F1ZV",
        "address": "",
        "phone": None,
        "email": None,
        "stateCode": "27",
        "currency": "INR",
        "checks": "warn",
        "timeZone": "Asia/Kolkata",
        "today": told["today"],
    }


@pytest.mark.parametrize("zone", ["Pacific/Pago_Pago", "Asia/Kolkata", "Pacific/Kiritimati"])
def test_today_is_the_day_where_the_organization_is(service: Service, zone: str) -> None:
    org = service.organization(time_zone=zone)
    before = day_in(zone)
    told = org.read("/me/organization")
    assert told["timeZone"] == zone
    assert before <= told["today"] <= day_in(zone)


def test_an_organization_without_registration_has_no_gstin(service: Service) -> None:
    assert service.organization(gstin=None).read("/me/organization")["gstin"] is None


def test_the_identity_of_a_caller_needs_no_scope(service: Service) -> None:
    caller = service.token(with_role(service, service.organization()).known, "")
    for path in ("/me", "/me/organizations", "/me/organization"):
        assert caller.get(path).status_int == 200


def test_the_catalogue_of_scopes_is_public(service: Service) -> None:
    catalogue = service.anonymous().read("/scopes")
    assert catalogue == {"groups": list(GROUPS), "modules": list(MODULES), "granular": list(GRANULAR)}


def test_a_bad_token_does_not_spoil_what_is_public(service: Service) -> None:
    assert Client(service.app, "pat_nonsense").get("/scopes").status_int == 200


def test_one_user_s_tokens_for_two_organizations_stay_apart(service: Service) -> None:
    ours, theirs = service.organization(), service.organization()
    as_owner(service, theirs, "membership", member=ours.user_id)
    there = service.token(ours.known | {"organization_id": theirs.organization_id})
    made = there.make("/tax-rates", {"name": "GST", "ratePercent": 18})
    assert made["organizationId"] == theirs.organization_id
    assert ours.get(f"/tax-rates/{made['id']}").status_int == 404
