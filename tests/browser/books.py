"""The books as somebody uses them: by the words that stand on what is pressed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.page import Page

# Records of every demonstration: resources/openapi/examples.py.
CUSTOMER = "cus_00DEM000000000000000000002"
DRAFT = "inv_00DEM000000000000000000160"
SENT = "inv_00DEM000000000000000000159"
VIEWS = {
    "dashboard": ("", "Dashboard"),
    "list": ("invoices", "Invoices"),
    "document": (f"invoices/{SENT}", "Invoice SK/"),
    "ledger": (f"customers/{CUSTOMER}/ledger", "Ledger of Kaveri Boutique"),
}
DESK = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}
MOST_TABS = 80
_SENT = """
const [path, body, done] = arguments;
const { token } = JSON.parse(sessionStorage.books);
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
fetch(`/api/v1${path}`, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) })
  .then((answer) => answer.json()).then(done);
"""
_WIDTHS = "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
_FOCUSED = "return (document.activeElement.innerText || document.activeElement.name || '').trim()"
_FIGURE = (
    "return new Intl.NumberFormat('en-IN', {minimumFractionDigits: 2, maximumFractionDigits: 2})"
    ".format(arguments[0])"
)
# Nothing stands before the view, and somebody is logged in.
_IS_IN = "return location.pathname === '/books' && !document.querySelector('dialog[open]') && !!sessionStorage.books"
_KEPT = "return sessionStorage.length + localStorage.length"


class Books:
    """The page of the books, and its user."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.driver = page.driver

    def enter(self, token: str) -> None:
        """Come to a view that costs little, and log in by a token where nobody is yet."""
        if self.driver.execute_script(_IS_IN):
            self.goes("webhooks", "Webhooks")
            return
        self.page.open_anew("/books#/webhooks")
        self.page.until(lambda: self.words("h1") in (["Log in"], ["Webhooks"]), "a view")
        if self.words("h1") == ["Log in"]:
            self.page.write("#token", token)
            self.page.press("#by-token button")
            self.sees("Webhooks")

    def log_in(self, username: str, password: str) -> None:
        """Log in by a password; the client stands there already."""
        self.page.write("#username", username)
        self.page.write("#password", password)
        self.page.press("#by-password button")

    def today(self) -> str:
        """The day in the organization's calendar."""
        return str(self.answer("/me/organization")["today"])[:10]

    def leave(self) -> None:
        """Log out; the next one comes in at the dashboard."""
        self.press_words("button", "Log out")
        self.sees("Log in")

    def goes(self, path: str, heading: str) -> None:
        """Follow an address, and see its heading."""
        self.driver.execute_script("location.hash = arguments[0]", f"#/{path}")
        self.sees(heading)

    def sees(self, heading: str) -> None:
        """Wait for a heading."""
        self.page.text("h1", heading)

    def acts(self, label: str, **written: str) -> None:
        """Press the button of an act, write into its fields and send it. A name's `__` stands for `-`."""
        self.press_words("main .acts button", label)
        self.page.see("dialog form")
        for name, text in written.items():
            self.page.write(f"dialog [name='{name.replace('__', '-')}']", text)
        self.send()

    def send(self) -> None:
        """Send what is asked in the dialog."""
        self.page.press("dialog .acts button:first-child")

    def press_words(self, css: str, words: str) -> None:
        """Press the one of many that has these words."""
        self.page.until(lambda: words in self.words(css), f"{words} in {css}")
        place = self.words(css).index(words)
        self.driver.find_elements(By.CSS_SELECTOR, css)[place].click()

    def words(self, css: str) -> list[str]:
        """Return the text of each element that matches."""
        return [one.text for one in self.driver.find_elements(By.CSS_SELECTOR, css)]

    def tab_to(self, words: str) -> None:
        """Go on with the tabulator to what has these words, or this name."""
        for _ in range(MOST_TABS):
            if self.focused() == words:
                return
            self.types(Keys.TAB)
        raise AssertionError(f"the keyboard does not reach {words}")

    def types(self, *keys: str) -> None:
        """Type into the element that has the focus."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def focused(self) -> str:
        """The words, or the name, of what has the focus."""
        return str(self.driver.execute_script(_FOCUSED))

    def answer(self, path: str, body: Any = None) -> Any:
        """Return the data that the interface answers to the user who is logged in."""
        return self.driver.execute_async_script(_SENT, path, body)["data"]

    @contextmanager
    def slow(self) -> Iterator[None]:
        """Every request takes most of a second meanwhile."""
        self.driver.set_network_conditions(offline=False, latency=800, throughput=1_000_000)
        yield
        self.driver.delete_network_conditions()

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Cut the network within the block."""
        self.driver.set_network_conditions(offline=True, latency=0, throughput=0)
        yield
        self.driver.delete_network_conditions()

    def figure(self, amount: float) -> str:
        """An amount as it is written in India."""
        return str(self.driver.execute_script(_FIGURE, amount))

    def widths(self) -> tuple[int, int]:
        """Return the width that the page needs, and the width that there is."""
        needed, there = self.driver.execute_script(_WIDTHS)
        return needed, there

    def kept(self) -> int:
        """Return the number of entries in the session storage and local storage of the page."""
        return int(self.driver.execute_script(_KEPT))
