"""Number series."""

from app.master_data.number_series import DOC_TYPES
from tests.api.series import DEFAULTS, change, changed, delete, series
from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Service

MOST = 9_007_199_254_740_991


def test_a_series_of_each_kind_is_created_with_its_defaults_and_read_back(service: Service) -> None:
    org = service.organization()
    for doc_type in DOC_TYPES:
        made = series(org, doc_type)
        assert made == DEFAULTS | {
            "id": made["id"],
            "organizationId": org.organization_id,
            "docType": doc_type,
            "updatedAt": made["updatedAt"],
        }
        assert org.read(f"/number-series/{made['id']}") == made


def test_every_field_of_a_series_is_kept(service: Service) -> None:
    org = service.organization()
    body = {"prefix": "INV/{FY}/", "suffix": "/A", "padding": 3, "nextNumber": 17, "resetYearly": False}
    made = series(org, "INVOICE", **body)
    assert body.items() <= made.items()
    assert org.read(f"/number-series/{made['id']}") == made
    other = {"prefix": "", "suffix": "", "padding": 10, "nextNumber": 18, "resetYearly": True}
    assert other.items() <= changed(org, made, **other).items()


def test_a_change_of_nothing_keeps_a_series_as_it_is(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="x", padding=3)
    same = changed(org, made)
    assert same | {"updatedAt": made["updatedAt"]} == made


def test_a_field_left_out_of_a_change_keeps_its_value(service: Service) -> None:
    org = service.organization()
    made = series(org, prefix="a", suffix="b", padding=3, nextNumber=9, resetYearly=False)
    after = changed(org, made, suffix="c")
    assert after | {"updatedAt": made["updatedAt"]} == made | {"suffix": "c"}


def test_the_doc_type_of_a_series_cannot_be_changed(service: Service) -> None:
    org = service.organization()
    made = series(org)
    assert refused(change(org, made, docType="INVOICE", prefix="x")) == {"docType"}
    assert org.read(f"/number-series/{made['id']}") == made
    assert changed(org, made, docType="EXPENSE", prefix="x")["prefix"] == "x"


def test_fields_that_the_server_owns_are_ignored(service: Service) -> None:
    org = service.organization()
    made = series(org)
    sent = made | {"id": "ser_mine", "organizationId": "org_x", "lastTaken": 5, "prefix": "x"}
    assert changed(org, made, **sent) | {"updatedAt": made["updatedAt"]} == made | {"prefix": "x"}


def test_a_doc_type_has_one_series_in_an_organization(service: Service) -> None:
    org = service.organization()
    made = series(org)
    answer = org.post("/number-series", {"docType": "EXPENSE"})
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
    assert org.read("/number-series") == [made]
    series(service.organization())


def test_of_32_series_of_a_doc_type_created_at_once_one_is_made(service: Service) -> None:
    org = service.organization()
    answers = at_once(32, org, lambda client, _: client.post("/number-series", {"docType": "EXPENSE"}))
    assert sorted(answer.status_int for answer in answers) == [201] + [409] * 31
    assert len(org.read("/number-series")) == 1


def test_a_deleted_series_is_gone_and_frees_its_doc_type(service: Service) -> None:
    org = service.organization()
    made = series(org)
    delete(org, made)
    assert org.get(f"/number-series/{made['id']}").status_int == 404
    assert change(org, made, prefix="x").status_int == 404
    assert org.delete(f"/number-series/{made['id']}").status_int == 404
    assert org.read("/number-series") == []
    assert series(org)["id"] != made["id"]


def test_a_series_of_another_organization_is_not_there(service: Service) -> None:
    made = series(service.organization())
    other = service.organization()
    assert other.get(f"/number-series/{made['id']}").status_int == 404
    assert change(other, made, prefix="x").status_int == 404
    assert other.delete(f"/number-series/{made['id']}").status_int == 404


def test_the_list_is_newest_first_with_its_meta(service: Service) -> None:
    org = service.organization()
    made = [series(org, doc_type) for doc_type in ("BILL", "QUOTE", "EXPENSE")]
    answer = org.get("/number-series?limit=2").json
    assert answer["data"] == made[:0:-1]
    assert answer["meta"].pop("nextCursor")
    assert answer["meta"] == {"page": 1, "limit": 2, "total": 3, "hasMore": True}
