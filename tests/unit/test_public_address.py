"""The address that links to the service have."""

import pytest

from app.config import Settings
from app.errors import Conflict
from app.limits.addresses import Addresses
from resources.serving.transport import public_address


class Asked:
    """A request as `public_address` sees it."""

    def __init__(
        self, host: str = "shop.example", scheme: str = "https", peer: str = "203.0.113.9", **headers: str
    ):
        self.scheme, self.remote_addr = scheme, peer
        self._headers = {"Host": host} | headers

    def get_header(self, name: str, default: str | None = None) -> str | None:
        return self._headers.get(name, default)


def address(setting: str | None = None, **asked: str) -> str:
    return public_address(Asked(**asked), Addresses("127.0.0.1"), setting)  # type: ignore[arg-type]


def test_links_have_the_address_that_is_set_else_that_of_the_caller() -> None:
    assert address("https://bills.example") == "https://bills.example"
    assert address("https://bills.example", scheme="http") == "https://bills.example"
    assert address() == "https://shop.example"
    assert address(host="localhost:8000", scheme="http", peer="127.0.0.1") == "http://localhost:8000"


@pytest.mark.parametrize(
    "asked",
    [
        {"scheme": "http"},
        {"scheme": "http", "peer": "127.0.0.1", "X-Forwarded-Proto": "http"},
        {"host": ""},
        {"host": "shop.example/evil"},
        {"host": 'shop.example"><script>'},
        {"host": "user@shop.example"},
    ],
)
def test_without_the_setting_no_link_goes_by_plain_http_or_to_a_strange_host(asked: dict[str, str]) -> None:
    with pytest.raises(Conflict, match="PUBLIC_URL"):
        address(**asked)


def test_the_address_is_read_from_the_environment() -> None:
    assert Settings.from_environment({}).public_url is None
    assert Settings.from_environment({"PUBLIC_URL": "https://bills.example:8443/"}).public_url == (
        "https://bills.example:8443"
    )


@pytest.mark.parametrize(
    "text", ["bills.example", "ftp://x", "https://x/y", "https://u:p@x", "https://x?y", "https://"]
)
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="PUBLIC_URL"):
        Settings.from_environment({"PUBLIC_URL": text})
