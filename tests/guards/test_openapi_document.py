"""The OpenAPI document: valid, current, complete, and nothing in it that is not served."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from openapi_spec_validator import validate

from app.__main__ import main
from app.config import ROOT
from app.idempotency import _VISIBLE
from app.identity.scopes import ANY_CALLER, GRANULAR, GROUPS, MODULES, PUBLIC
from app.lists.catalogue import LISTINGS
from app.schemas.answers.outcomes import CODES
from resources.api import table
from resources.openapi.field_descriptions import FIELD_DESCRIPTIONS, LEFT_OUT
from resources.openapi.parameters import RECORD_ID
from resources.openapi.texts import TAGS
from resources.routes.operations import Operation, Route
from resources.serving import requests
from resources.serving.errors import STATUS_OF_CODE
from tests.api.permissions import SPECIFIED
from tests.contract import operations, published, validator_of

DOCUMENT = published()
SCHEMAS = DOCUMENT["components"]["schemas"]
ROUTES: list[Route] = table(None)  # type: ignore[arg-type]  # to learn the routes only
SERVED = {
    f"{method} {route.path}": operation for route in ROUTES for method, operation in route.operations.items()
}
DOCUMENTED = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


@pytest.mark.slow
def test_the_document_is_valid_openapi() -> None:
    validate(DOCUMENT)
    assert DOCUMENT["openapi"] == "3.1.0"


def test_the_file_in_docs_is_what_the_command_prints() -> None:
    printed = CliRunner().invoke(main, ["openapi"]).output
    assert Path(ROOT, "docs", "openapi.json").read_text() == printed, "run `make openapi`"
    assert json.loads(printed) == DOCUMENT


def test_every_route_and_method_is_in_the_document_and_nothing_else() -> None:
    assert DOCUMENTED.keys() == SERVED.keys()


def test_every_method_of_a_resource_is_routed() -> None:
    for route in ROUTES:
        suffix = f"_{route.suffix}" if route.suffix else ""
        for method in ("get", "post", "patch", "delete", "put"):
            responder = hasattr(route.resource, f"on_{method}{suffix}")
            assert responder == (method.upper() in route.operations), (route.path, method)


def test_every_operation_of_the_specification_is_in_the_document() -> None:
    assert {name.replace(" ", " /api/v1") for name in SPECIFIED} - DOCUMENTED.keys() == set()


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for operation in DOCUMENTED.values()]
    assert len(set(names)) == len(names)
    assert {"listCustomers", "createInvoice", "sendInvoice", "issueToken", "getCustomerLedger"} <= set(names)


def test_an_operation_tells_the_permission_that_it_asks_for(subtests: pytest.Subtests) -> None:
    for name, told in DOCUMENTED.items():
        with subtests.test(name):
            permission = SERVED[name].permission
            scopes = [] if permission == ANY_CALLER else [permission]
            security = [] if permission == PUBLIC else [{"token": scopes}, {"login": scopes}]
            assert told["security"] == security
            assert told.get("x-permission") == (None if permission in (PUBLIC, ANY_CALLER) else permission)


def test_the_login_offers_every_scope_and_tells_where_tokens_come_from() -> None:
    flow = DOCUMENT["components"]["securitySchemes"]["login"]["flows"]["password"]
    assert flow["scopes"].keys() == {*GROUPS, *MODULES, *GRANULAR}
    assert flow["tokenUrl"] == flow["refreshUrl"] == "/api/v1/oauth/token"
    assert f"POST {flow['tokenUrl']}" in DOCUMENTED


def test_scopes_are_told_in_plain_text_since_pages_show_it_as_it_stands() -> None:
    scopes = DOCUMENT["components"]["securitySchemes"]["login"]["flows"]["password"]["scopes"]
    assert [words for words in scopes.values() if not re.fullmatch(r"[A-Z][a-z ,]+\.", words)] == []
    assert scopes["salesOrders.approve"] == "Approve sales orders."
    assert scopes["paymentsReceived"] == "Everything about payments received."


def test_tags_are_told_in_reading_order_and_each_is_used() -> None:
    assert [tag["name"] for tag in DOCUMENT["tags"]] == list(TAGS)
    assert {tag for operation in DOCUMENTED.values() for tag in operation["tags"]} == TAGS.keys()


def test_errors_follow_from_what_an_operation_does(subtests: pytest.Subtests) -> None:
    for name, told in DOCUMENTED.items():
        with subtests.test(name):
            statuses = told["responses"].keys()
            operation: Operation = SERVED[name]
            assert "500" in statuses
            assert ("401" in statuses) == (
                operation.permission != PUBLIC or operation.rfc6749 or "invalid_client" in operation.errors
            )
            assert ("403" in statuses) == (operation.permission not in (PUBLIC, ANY_CALLER))
            if operation.listing:
                missing = {"404"} if "{id}" in name else set()
                assert {"200", "401", "403", "414", "422", "429", "500", "503"} | missing == set(statuses)
            if "{id}" in name:
                assert ("404" in statuses) != (operation.id == "listInvoicePayments")
            if operation.body and not operation.rfc6749:
                assert {"400", "413", "415"} <= set(statuses)


def test_conflicts_are_told_where_the_specification_lists_them() -> None:
    for name in (
        "createInvoice",
        "updateInvoice",
        "sendInvoice",
        "voidInvoice",
        "deleteInvoice",
        "createNumberSeries",
    ):
        assert "409" in operations()[name]["responses"], name


def links_of(name: str) -> dict[str, Any]:
    links: dict[str, Any] = operations()[name]["responses"]["201"]["links"]
    return links


def test_links_lead_from_a_new_record_to_what_can_be_done_with_it() -> None:
    assert {"getCustomer", "getCustomerLedger", "getCustomerLedgerPdf"} <= links_of("createCustomer").keys()
    assert {"sendInvoice", "voidInvoice", "getInvoicePdf"} <= links_of("createInvoice").keys()
    for name in ("createCustomer", "createInvoice", "recordPaymentReceived"):
        for link in links_of(name).values():
            assert link["operationId"] in operations()
            assert link["parameters"] == {"id": "$response.body#/data/id"}
    assert "links" not in operations()["calculateInvoice"]["responses"]["200"]


def test_the_codes_of_errors_are_those_that_are_answered() -> None:
    assert set(CODES) == STATUS_OF_CODE.keys()
    for response in DOCUMENT["components"]["responses"].values():
        assert "X-Request-Id" in response["headers"]


def examples() -> list[tuple[str, str, Any]]:
    """Each example of the document: where it stands, its schema, its value."""
    found = []
    for name, operation in operations().items():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            found.append((name, json.dumps(content["schema"]), content["example"]))
    for name, response in DOCUMENT["components"]["responses"].items():
        content = response["content"]["application/json"]
        found += [
            (name, json.dumps(content["schema"]), each["value"]) for each in content["examples"].values()
        ]
    return found


def test_an_example_is_what_its_schema_says(subtests: pytest.Subtests) -> None:
    for name, schema, value in examples():
        with subtests.test(name):
            validator_of(schema).validate(value)


def test_every_body_has_an_example_and_every_example_a_body() -> None:
    given = {operation.id for operation in SERVED.values() if operation.example}
    assert {operation.id for operation in SERVED.values() if operation.body} == given


def test_no_object_has_other_fields_than_it_tells_but_for_what_logs_in() -> None:
    """RFC 6749 has unknown parameters ignored."""
    opened = {name for name, schema in SCHEMAS.items() if schema.get("additionalProperties", True) is True}
    assert opened == {"TokenInput", "RevocationInput"}


def test_what_is_ignored_in_a_body_is_read_only_and_what_is_taken_is_not() -> None:
    invoice = SCHEMAS["InvoiceChange"]["properties"]
    ignored = {name for name, field in invoice.items() if field.get("readOnly")}
    assert {"id", "total", "balanceDue", "createdAt", "invoiceNumber"} <= ignored
    assert not ignored & {"customerId", "lines", "status", "notes"}
    assert SCHEMAS["InvoiceLineInput"]["properties"]["taxableAmount"]["readOnly"] is True
    assert "expenseNumber" not in SCHEMAS["ExpenseInput"]["properties"]


def test_records_always_have_all_of_their_keys() -> None:
    for name, schema in SCHEMAS.items():
        is_sent = name.endswith(("Input", "Change"))
        if (
            schema.get("additionalProperties") is False
            and not is_sent
            and name not in ("Address", "TokenError")
        ):
            # A result of a bulk has what was written or why it was not; errors of some codes alone have details.
            absent = {"warnings"} | ({"data", "error"} if name.endswith("Result") else set())
            absent |= {"details"} if name == "BulkError" else set()
            assert set(schema["required"]) == schema["properties"].keys() - absent, name


def test_defaults_of_bodies_are_told_in_words_and_a_patch_has_none_unless_it_replaces() -> None:
    for name, schema in SCHEMAS.items():
        assert not [key for key, field in schema["properties"].items() if "default" in field], name
        if name.endswith("Change"):
            assert "Default: " not in told_of(schema), name
    core = SCHEMAS["ItemCoreInput"]["properties"]
    assert core["type"]["description"].endswith('Default: `"GOODS"`.')
    assert core["sellingPrice"]["description"].endswith("Default: `0`.")
    assert "Default" not in core["sku"].get("description", "")


def told_of(schema: dict[str, Any]) -> str:
    return " ".join(field.get("description", "") for field in schema["properties"].values())


def test_only_bodies_in_which_defaults_apply_tell_what_becomes_of_what_is_left_out() -> None:
    """A PATCH keeps it, and an answer leaves nothing out."""
    # Every document but an invoice has other names for its lines in reads.
    in_place = "taken for `lines` where these are left out"
    telling = {name for name, schema in SCHEMAS.items() if "eft out" in told_of(schema).replace(in_place, "")}
    assert telling == {
        "InvoiceInput",
        "InvoiceLineInput",
        "ItemVariantChange",  # it says so of new ones
        "ItemVariantInput",
        "NumberSeriesInput",
        "RecurringInvoiceInput",
        "RecurringInvoiceLineInput",
        "TokenInput",
    }
    for name in LEFT_OUT:
        schema, _, field = name.partition(".")
        shown = SCHEMAS[schema if schema.endswith("Change") else schema + "Input"]["properties"][field]
        assert shown["description"].endswith(LEFT_OUT[name]), name


def test_every_list_tells_what_it_takes() -> None:
    for operation in SERVED.values():
        if not operation.listing:
            continue
        listing = LISTINGS[operation.listing]
        told = operations()[operation.id]["parameters"]
        names = [parameter.get("name", parameter.get("$ref", "").rpartition("/")[2]) for parameter in told]
        filters = [filter.name for filter in listing.filters]
        own = ["id"] if listing.within else []
        assert names == [*own, "page", "limit", "cursor", *["q"] * listing.search, *filters, "sort"]


def test_an_id_and_a_key_look_as_the_service_wants_them() -> None:
    parameters = DOCUMENT["components"]["parameters"]
    assert RECORD_ID["schema"]["pattern"] == f"^{requests._ID.pattern}$"
    assert parameters["idempotencyKey"]["schema"]["pattern"] == f"^{_VISIBLE.pattern}$"


def test_every_word_of_the_glossary_stands_in_the_document() -> None:
    told = {
        field["description"]
        for schema in SCHEMAS.values()
        for field in schema["properties"].values()
        if "description" in field
    }
    assert [
        name
        for name, words in FIELD_DESCRIPTIONS.items()
        if not any(words in description for description in told)
    ] == []
