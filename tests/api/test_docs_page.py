"""`/docs` as it is sent; tests/browser looks at it with a browser."""

import gzip
import hashlib
import re

import pytest
from webob import Request, Response
from webtest import TestResponse

from app.config import ROOT, Settings
from app.operators.serve import _announce
from resources.api import PREFIX, create_app
from resources.assets import FILES, FOLDER
from tests.service import Service


def page_of(service: Service) -> TestResponse:
    return service.anonymous().get("//docs")


def sent(service: Service, name: str, accepted: str) -> Response:
    """A file as it comes over the wire: WebTest would undo its compression."""
    request = Request.blank(addresses(service)[name], headers={"Accept-Encoding": accepted})
    return request.get_response(service.app)


def addresses(service: Service) -> dict[str, str]:
    """The address of each file that the page names, by the file's own name."""
    found = re.findall(r'(?:href|src)="(/docs/([\w-]+)\.[0-9a-f]{16}\.(css|js))"', page_of(service).text)
    return {f"{stem}.{kind}": address for address, stem, kind in found}


def test_everybody_may_read_the_page(service: Service) -> None:
    page = page_of(service)
    assert page.status_int == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert "<title>GST invoicing: the interface</title>" in page.text
    assert "{" not in page.text


def test_the_page_may_load_and_ask_for_nothing_but_its_own_service(service: Service) -> None:
    page = page_of(service)
    policy = dict(part.split(" ", 1) for part in page.headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "frame-src": "blob:",
        "object-src": "blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert not re.search(r"https?:|//", page.text.replace("<!DOCTYPE html>", ""))


def test_the_page_names_every_file_and_each_may_be_kept_for_ever(service: Service) -> None:
    found = addresses(service)
    assert found.keys() == {path.rpartition("/")[2] for path in FILES} - {"front.css"}
    for path, media_type in FILES.items():
        if path == "front.css":
            continue
        file = service.anonymous().get("/" + found[path.rpartition("/")[2]])
        assert file.status_int == 200
        assert file.headers["Content-Type"] == media_type
        assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert file.headers["Vary"] == "Accept-Encoding"
        assert file.body == (FOLDER / path).read_bytes()


@pytest.mark.parametrize("accepted", ["gzip", "br, GZIP;q=0.5", "gzip, deflate, br, zstd", "gzip ; q=1"])
def test_files_are_compressed_for_those_who_take_it(service: Service, accepted: str) -> None:
    file = sent(service, "scalar.js", accepted)
    assert file.headers["Content-Encoding"] == "gzip"
    assert len(file.body) < 1_400_000
    assert gzip.decompress(file.body) == (FOLDER / "scalar" / "scalar.js").read_bytes()


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br, gzip; q=0.00", "x-gzip"])
def test_files_are_sent_as_they_are_to_everybody_else(service: Service, accepted: str) -> None:
    file = sent(service, "page.js", accepted)
    assert "Content-Encoding" not in file.headers
    assert file.body == (FOLDER / "page.js").read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/docs/page.html",
        "/docs/page.js",
        "/docs/page.0123456789abcdef.js",
        "/docs/scalar/LICENSE",
        "/docs/../wsgi.py",
        "/docs/..%2f..%2fwsgi.py",
        "/docs/%2e%2e/wsgi.py",
        "/docs/..",
        "/docs/\\..\\wsgi.py",
        "/docs//",
        "/docs//etc/passwd",
    ],
)
def test_there_is_nothing_else(service: Service, path: str) -> None:
    answer = service.anonymous().get("/" + path)
    assert answer.status_int == 404
    assert answer.json["error"]["code"] == "not_found"


@pytest.mark.slow
def test_an_operator_may_switch_the_page_off(database_url: str) -> None:
    without = Service(create_app(Settings(database_url=database_url, docs=False)), database_url)
    try:
        for path in ("//docs", "//docs/page.js", "//docs/scalar.js", "//"):
            answer = without.anonymous().get(path)
            unknown = without.anonymous().get("//nowhere")
            assert (answer.status_int, answer.json) == (404, unknown.json)
        assert without.anonymous().get("/openapi.json").status_int == 200
    finally:
        without.close()


@pytest.mark.parametrize(("given", "on"), [("on", True), ("off", False), ("", True)])
def test_the_page_is_on_unless_it_is_switched_off(given: str, on: bool) -> None:
    assert Settings.from_environment({"DOCS": given}).docs is on


@pytest.mark.parametrize("on", [True, False])
def test_a_start_names_the_page_where_there_is_one(on: bool, capsys: pytest.CaptureFixture[str]) -> None:
    _announce(Settings(docs=on), None)
    told = capsys.readouterr().out
    assert ("/docs" in told, "/books" in told) == (on, on)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_the_page_is_only_read(service: Service, method: str) -> None:
    answer = service.anonymous().request(method, "//docs")
    assert (answer.status_int, answer.headers["Allow"]) == (405, "GET")


def test_our_files_ask_for_the_document_where_it_is(service: Service) -> None:
    script = (FOLDER / "reference.js").read_text("utf-8")
    assert f'fetch("{PREFIX}/openapi.json")' in script
    assert service.anonymous().get("/openapi.json").status_int == 200


def test_scalar_is_the_file_that_was_looked_at() -> None:
    readme = (FOLDER / "scalar" / "README.md").read_text("utf-8")
    content = (FOLDER / "scalar" / "scalar.js").read_bytes()
    assert f"sha256  {hashlib.sha256(content).hexdigest()}" in readme
    named = re.search(r"# Scalar API Reference ([\d.]+)\n", readme)
    assert named
    assert named[1].encode() in content


def test_the_steps_are_operations_that_there_are(service: Service) -> None:
    document = service.anonymous().get("/openapi.json").json
    known = {op["operationId"] for methods in document["paths"].values() for op in methods.values()}
    steps = re.findall(r'data-operation="([^"]+)"', page_of(service).text)
    assert steps == ["createCustomer", "createInvoice", "sendInvoice", "getInvoicePdf"]
    assert set(steps) <= known


def test_the_assets_are_part_of_the_package() -> None:
    named = (ROOT / "setup.cfg").read_text("utf-8").partition("[options.package_data]")[2].partition("\n[")[0]
    assert "docs_assets/*.*" in named
    assert "docs_assets/scalar/*" in named
    assert "openapi/*.json" in named
