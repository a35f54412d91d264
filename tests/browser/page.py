"""The documentation page as somebody sees it in Chromium."""

import io
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from PIL import Image
from selenium import webdriver
from selenium.common import (
    ElementNotInteractableException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.chrome.service import Service as ChromeDriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

BROWSER = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
PATIENCE = 20.0
FLAGS = (
    "--headless",
    "--no-sandbox",  # as root Chromium does not start with one
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1200,1000",
)
# The page scrolls on for a while after it has shown what was asked for, and a click on what moves may hit nothing.
_STANDS_STILL = """
const [element, done] = arguments;
const place = () => JSON.stringify(element.getBoundingClientRect());
const before = place();
setTimeout(() => done(place() === before), 100);
"""
# The browser's own empty tab (by either scheme), and what stands inside the page, come from no network.
_LOCAL = ("chrome", "chrome-untrusted", "data", "blob")


@dataclass(frozen=True)
class Shown:
    """An answer as the page shows it."""

    status: str
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)["data"]


@contextmanager
def browsing(folder: Path) -> Iterator[webdriver.Chrome]:
    """A browser that knows nothing yet; it leaves what it keeps and downloads in the folder."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER or ""
    for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", {"download.default_directory": str(folder / "downloads")})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, ChromeDriver(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


class Page:
    """The page, and the log of what the browser said and asked for."""

    def __init__(self, driver: webdriver.Chrome, base: str, pictures: Path | None) -> None:
        self.driver = driver
        self.base = base
        self.pictures = pictures

    def open(self, query: str = "") -> None:
        """Load it anew and wait until the operations are there."""
        self.driver.get(f"{self.base}/docs{query}")
        self.see(".opblock-tag")

    def see(self, css: str) -> WebElement:
        """Wait until an element is shown."""
        return self._until(lambda: [one for one in self._all(css) if one.is_displayed()], css)[0]

    def press(self, css: str) -> None:
        """Wait until an element stands still and click it."""
        self._until(lambda: self._stands_still(css) and _pressed(self.see(css)), css)

    def write(self, css: str, text: str) -> None:
        """Paste over what stands in a field; typing a body would take half a minute."""
        self.see(css).send_keys(Keys.CONTROL, "a")
        self.driver.execute_cdp_cmd("Input.insertText", {"text": text})

    def authorize_by_token(self, token: str) -> None:
        """Paste a token."""
        self.open_login()
        self.write("#auth-bearer-value", token)
        self.press(".auth-container:has(#auth-bearer-value) button.authorize")
        self.close_box()

    def open_login(self) -> None:
        """Open the box in which one logs in."""
        self.press(".auth-wrapper .btn.authorize")

    def log_in(self, username: str, password: str) -> str:
        """Log in by a password; what the box says then. Client and scope stand there already."""
        self.write("#oauth_username", username)
        self.write("#oauth_password", password)
        self.press(".auth-container:has(#oauth_username) button.authorize")
        told = ".auth-container:has(.scope-def) h6, .auth-container .errors"
        return self._until(lambda: self.see(told).text, told)

    def close_box(self) -> None:
        """Close the box in which one logs in."""
        self.press(".modal-ux .close-modal")

    def try_out(self, operation: str) -> str:
        """Open an operation by its link of the first steps, ready to be filled in; its selector."""
        self.press(f"#first-steps a[href='#/{operation}']")
        return self.ready(operation)

    def ready(self, operation: str) -> str:
        """Make an open operation ready to be filled in; its selector."""
        block = f"#operations-{operation.replace('/', '-')}"
        opened = f"{block} .try-out__btn.cancel"

        def opens() -> bool:
            if not self._all(opened):
                self.press(f"{block} .try-out__btn")
            return bool(self._all(opened))

        self._until(opens, opened)
        return block

    def body(self, block: str) -> Any:
        """The body that the page proposes."""
        return json.loads(self.see(f"{block} .body-param__text").get_attribute("value") or "")

    def execute(self, block: str) -> Shown:
        """Send the request and read the answer off the page."""
        self.press(f"{block} .execute")
        status = self.see(f"{block} .live-responses-table tbody .response-col_status").text
        cell = f"{block} .live-responses-table tbody .response-col_description"
        shown = self.see(f"{cell} code, {cell} a[download]")
        return Shown(status.split()[0], shown.text)

    def picture(self, name: str, css: str | None = None) -> None:
        """Keep what is seen, where pictures are wanted; `css` comes to the top."""
        if css:
            self.driver.execute_script("arguments[0].scrollIntoView()", self.see(css))
        if self.pictures:
            shot = Image.open(io.BytesIO(self.driver.get_screenshot_as_png()))
            # A third of the size, and nobody sees a difference.
            shot.quantize(64).save(self.pictures / f"docs-{name}.png", optimize=True)

    def complaints(self) -> list[str]:
        """Errors and warnings of the browser's console since the last look."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]

    def hosts(self) -> set[str]:
        """The hosts that anything was asked from since the last look, by whatever protocol of the network."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        addresses = [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ] + [
            message["params"]["url"]
            for message in messages
            if message["method"] == "Network.webSocketCreated"
        ]
        return {urlsplit(each).netloc for each in addresses if urlsplit(each).scheme not in _LOCAL}

    def _all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def _stands_still(self, css: str) -> bool:
        return bool(self.driver.execute_async_script(_STANDS_STILL, self.see(css)))

    def _until(self, fact: Callable[[], Any], what: str) -> Any:
        wait = WebDriverWait(self.driver, PATIENCE, 0.05, [StaleElementReferenceException])
        return wait.until(lambda _: fact(), f"{what} does not come")


def _pressed(element: WebElement) -> bool:
    """Whether it could be clicked; while the page moves, something else may lie above it."""
    try:
        element.click()
    except (ElementNotInteractableException, StaleElementReferenceException):
        return False
    except WebDriverException as error:
        if "click intercepted" not in str(error):
            raise
        return False
    return True
