"""Links to invoices, and customers who follow them."""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from webtest import TestApp, TestResponse

from tests.selling import Body, customer, sent
from tests.service import Client, Service

BROWSER = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36"


def share(org: Client, id: str, **fields: Any) -> dict[str, Any]:
    """A link that must be made: what is answered of it."""
    answer = org.post(f"/invoices/{id}/share", fields)
    assert answer.status_int == 200, answer.text
    data: dict[str, Any] = answer.json["data"]
    return data


def path_of(link: Mapping[str, Any]) -> str:
    """The path of a link."""
    return urlsplit(link["url"]).path


def follow(service: Service, path: str, method: str = "GET", **headers: str) -> TestResponse:
    """Ask for a page as a browser does, without a token."""
    sent = {"User-Agent": BROWSER} | {name.replace("_", "-"): value for name, value in headers.items()}
    return TestApp(service.app, lint=False).request(path, method=method, headers=sent, expect_errors=True)


def shared(org: Client, *lines: Body, **fields: Any) -> tuple[Body, str]:
    """A sent invoice, and the path of a link to it."""
    record = sent(org, customer(org), *lines, **fields)
    return record, path_of(share(org, record["id"]))


def assert_nothing(page: TestResponse) -> None:
    assert page.status_int == 404
    assert page.content_type == "text/html"
    assert "There is nothing here" in words_of(page)


def words_of(page: TestResponse) -> str:
    """Return the text of a page as a reader sees it."""
    return " ".join(" ".join(_texts(page.text)).replace("\xa0", " ").split())


def _texts(html: str) -> Iterator[str]:
    seen: list[str] = []

    class Reader(HTMLParser):
        hidden = 0

        def handle_starttag(self, tag: str, attrs: Any) -> None:
            self.hidden += tag == "style"

        def handle_endtag(self, tag: str) -> None:
            self.hidden -= tag == "style"

        def handle_data(self, data: str) -> None:
            if not self.hidden:
                seen.append(data)

    Reader().feed(html)
    return iter(seen)
