"""Number series."""

from app.master_data.number_series import DOC_TYPES
from tests.api.series import DEFAULTS, change, changed, series
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


def test_the_doc_type_of_a_series_cannot_be_changed(service: Service) -> None:
    org = service.organization()
    made = series(org)
    assert refused(change(org, made, docType="INVOICE", prefix="x")) == {"docType"}
    assert org.read(f"/number-series/{made['id']}") == made
    assert changed(org, made, docType="EXPENSE", prefix="x")["prefix"] == "x"


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
