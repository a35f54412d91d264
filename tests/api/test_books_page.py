"""`/books` as it is sent; tests/browser looks at it with a browser."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from webtest import TestApp, TestResponse

from app.config import ROOT, Settings
from resources.api import PREFIX, create_app, document
from resources.books_page import FOLDER
from tests.service import Service

OURS = sorted(file for file in FOLDER.iterdir() if file.suffix in (".js", ".css", ".html"))
MODULES = [file for file in OURS if file.suffix == ".js"]
VENDORED = ("lit-html/lit-html.js", "uplot/uPlot.esm.js", "uplot/uPlot.min.css")
MOST_LINES, MOST_LINES_OF_ALL, LONGEST = 300, 2_000, 140
TOKEN = "pat_of-the-demonstration"


def page_of(service: Service) -> TestResponse:
    return service.anonymous().get("//books")


def folder_of(service: Service) -> str:
    """The address that all files lie behind."""
    found = re.search(r'"(/books/[0-9a-f]{16}/)main\.js"', page_of(service).text)
    assert found
    return found[1]


def loaded(service: Service, address: str) -> TestResponse:
    return service.anonymous().get("/" + address)


def text_of(file: Path) -> str:
    return file.read_text("utf-8")


def asked() -> Iterator[tuple[str, str]]:
    """The method and path of each operation that the modules name."""
    for module in MODULES:
        # Addresses of pages stand in href, those of modules begin with a dot.
        for before, path in re.findall(r'(.{0,24}?)"(/[^"]+)"', text_of(module)):
            if not before.endswith("href=") and path not in (PREFIX, "/{id}"):
                is_post = before.endswith(("post: ", "mail(")) or path.startswith("/oauth/")
                yield "post" if is_post else "get", path
                if module.name == "kinds.js":
                    yield "get", path.partition("/{id}")[0]


def test_everybody_may_read_the_page(service: Service) -> None:
    page = page_of(service)
    assert page.status_int == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-store"
    assert "<title>The books</title>" in page.text
    assert "{" not in page.text
    assert service.anonymous().get("//books/").text == page.text


def test_the_page_may_load_and_ask_for_nothing_but_its_own_service(service: Service) -> None:
    page = page_of(service)
    policy = dict(part.split(" ", 1) for part in page.headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "data:",
        "connect-src": "'self'",
        "frame-src": "blob:",
        "object-src": "blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert not re.search(r"<script(?! type=\"module\" src=)|<style|style=|\son\w+=", page.text)


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.name)
def test_no_file_of_ours_names_another_host_or_writes_html_from_text(file: Path) -> None:
    text = text_of(file)
    assert not re.search(r"https?:|[\"'(]//", text)
    assert not re.search(
        r"innerHTML|insertAdjacentHTML|outerHTML|unsafeHTML|\beval\b|localStorage|document\.cookie", text
    )


def test_every_file_that_is_named_is_there_and_may_be_kept_for_ever(service: Service) -> None:
    page = page_of(service)
    for address in re.findall(r'(?:href|src)="(/(?:books|docs)/[^"]+)"', page.text):
        file = loaded(service, address)
        assert file.status_int == 200, address
        assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert file.headers["Vary"] == "Accept-Encoding"


def test_every_module_that_another_one_loads_is_there(service: Service) -> None:
    folder, seen, left = folder_of(service), set(), {"main.js"}
    while left:
        name = left.pop()
        seen.add(name)
        file = loaded(service, folder + name)
        assert file.status_int == 200, name
        assert file.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert file.body == (FOLDER / name).read_bytes()
        if "/" not in name:
            left |= set(re.findall(r'^(?:import|export)\b.*?"\./([^"]+)"', file.text, re.MULTILINE)) - seen
    assert seen == {file.name for file in MODULES} | {name for name in VENDORED if name.endswith(".js")}


@pytest.mark.parametrize(
    "path",
    [
        "books.html",
        "main",
        "nothing.js",
        "lit-html/LICENSE",
        "../books_page.py",
        "..%2fassets.py",
        "lit-html",
    ],
)
def test_there_is_nothing_else(service: Service, path: str) -> None:
    answer = loaded(service, folder_of(service) + path)
    assert answer.status_int == 404
    assert answer.json["error"]["code"] == "not_found"


def test_files_of_another_release_are_not_mixed_with_these(service: Service) -> None:
    assert loaded(service, "/books/0123456789abcdef/main.js").status_int == 404
    assert loaded(service, "/books/main.js").status_int == 404


@pytest.mark.slow
def test_every_path_that_is_asked_for_is_one_of_the_document() -> None:
    paths = document()["paths"]
    found = set(asked())
    unknown = [(method, path) for method, path in found if method not in paths.get(PREFIX + path, {})]
    assert unknown == []
    # What the modules ask for is found by its form, so a few must be among it.
    assert {
        ("get", "/dashboard/receivables"),
        ("get", "/invoices/{id}/pdf"),
        ("post", "/invoices/{id}/send"),
        ("post", "/payments-received"),
        ("post", "/credit-notes/{id}/email"),
        ("post", "/oauth/token"),
    } <= found


def test_no_address_is_put_together_in_another_way() -> None:
    for module in MODULES:
        assert module.name == "api.js" or "fetch(" not in text_of(module), module.name
        assert module.name == "api.js" or PREFIX not in text_of(module), module.name


def test_the_files_of_ours_are_few_and_short() -> None:
    lines = {file.name: len(text_of(file).splitlines()) for file in OURS}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}
    assert [line for file in OURS for line in text_of(file).splitlines() if len(line) > LONGEST] == []
    assert sum(lines.values()) <= MOST_LINES_OF_ALL


@pytest.mark.parametrize("path", VENDORED)
def test_files_of_others_are_those_that_were_looked_at(path: str) -> None:
    file = FOLDER / path
    readme = text_of(file.parent / "README.md")
    assert f"sha256  {hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" in readme
    assert re.match(r"# [\w-]+ \d+\.\d+\.\d+\n", readme)
    assert (file.parent / "LICENSE").exists()


def test_the_page_of_a_demonstration_knows_its_token(database_url: str) -> None:
    shown = TestApp(
        create_app(Settings(database_url=database_url, pool_size=1, demo_token=TOKEN)), lint=False
    )
    assert f'data-demonstration="{TOKEN}"' in shown.get("/books", headers={"Host": "127.0.0.1:8000"}).text
    assert TOKEN not in shown.get("/books", headers={"Host": "rebound.example"}).text


def test_an_operator_who_switches_the_pages_off_has_no_books(database_url: str) -> None:
    without = Service(create_app(Settings(database_url=database_url, docs=False)), database_url)
    try:
        assert without.anonymous().get("//books").status_int == 404
    finally:
        without.close()


def test_the_files_are_part_of_the_package() -> None:
    named = (ROOT / "setup.cfg").read_text("utf-8").partition("[options.package_data]")[2].partition("\n[")[0]
    for folder in ("books_assets/*.*", "books_assets/lit-html/*", "books_assets/uplot/*"):
        assert folder in named
