"""A page as somebody sees it in Chromium."""

import io
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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

from app.config import ROOT

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
AXE = ROOT / "var" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
TELEPHONE = {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True}
_FAULTS = "axe.run(document).then(({violations}) => arguments[0](violations))"
# The page scrolls on for a while after it has shown what was asked for, and a click on what moves may hit nothing.
_STANDS_STILL = """
const [element, done] = arguments;
const place = () => JSON.stringify(element.getBoundingClientRect());
const before = place();
setTimeout(() => done(place() === before), 100);
"""
# The browser's own empty tab (by either scheme), and what stands inside the page, come from no network.
_LOCAL = ("chrome", "chrome-untrusted", "chrome-extension", "data", "blob")


# Of the schemas it says that a field has several types, which OpenAPI 3.1 has and Scalar's own check has not.
_OF_SCALAR = ("document validation errors", "Array(")


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
    """A page, and the log of what the browser said and asked for."""

    def __init__(self, driver: webdriver.Chrome, base: str, pictures: Path | None) -> None:
        self.driver = driver
        self.base = base
        self.pictures = pictures

    def open(self, address: str = "/docs") -> None:
        """Load the documentation page anew and wait until the operations are there."""
        self.open_anew(address)
        self.see("#steps h2 a")
        self.see("#reference h1")

    def open_anew(self, address: str) -> None:
        """Load any page, also one that differs from the last behind the number sign alone."""
        self.driver.get("about:blank")
        self.visit(address)

    def visit(self, address: str) -> None:
        """Load any page."""
        self.driver.get(f"{self.base}{address}")

    def see(self, css: str) -> WebElement:
        """Wait until an element is shown."""
        return self.until(lambda: [one for one in self._all(css) if one.is_displayed()], css)[0]

    def press(self, css: str) -> None:
        """Wait until an element stands still and click it."""
        self.until(lambda: self._stands_still(css) and _pressed(self.see(css)), css)

    def write(self, css: str, text: str) -> None:
        """Paste over what stands in a field; typing a body would take half a minute."""
        self.see(css).send_keys(Keys.CONTROL, "a")
        self.driver.execute_cdp_cmd("Input.insertText", {"text": text})

    def authorize(self, token: str) -> str:
        """Paste a token; who the page says that it is."""
        self.write("#token", token)
        self.press("#authorize button")
        return self.text("#caller", ", as ")

    def log_in(self, username: str, password: str) -> str:
        """Log in by a password; what the page says then. The client stands there already."""
        self.write("#login [name=username]", username)
        self.write("#login [name=password]", password)
        self.press("#login button")
        return self.text("#login output", " ")

    def step(self, number: int) -> str:
        """Send the request of a step; the first line of its answer."""
        self.press(f"#steps li:nth-child({number}) button")
        return self.text(f"#steps li:nth-child({number}) .answer", "20").splitlines()[0]

    def follow(self, css: str, heading: str) -> None:
        """Press a link of the first steps, and see the heading of its operation come into the window."""
        self.press(css)
        self.sees_heading(heading)

    def sees_heading(self, heading: str) -> None:
        """Wait until the heading of an operation stands in the window."""
        self.until(lambda: self._is_in_window(heading), f"{heading} in the window")

    @contextmanager
    def seen_as(self, scheme: str, **size: Any) -> Iterator[None]:
        """Be light or dark, and of another size where one is given."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        if size:
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        yield
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    @contextmanager
    def elsewhere(self, zone: str) -> Iterator[None]:
        """Be in another time zone."""
        self.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})
        yield
        self.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})

    def faults_of_access(self) -> list[str]:
        """Return the findings of axe-core: the rule, and an element that breaks it."""
        self.driver.execute_script(AXE.read_text("utf-8"))
        found = self.driver.execute_async_script(_FAULTS)
        return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found]

    def find(self, words: str) -> None:
        """Look for an operation by the search, and go to it."""
        # Ctrl+K, as the page says.
        self.driver.switch_to.active_element.send_keys(Keys.CONTROL, "k")
        self.see("input[role=combobox]").send_keys(words)
        found = self.until(lambda: [one for one in self._all("a[role=option]") if words in one.text], words)
        found[0].click()

    def send_example(self, operation: str) -> str:
        """Send the example of the operation at an address of the page as it stands; the status."""
        self.open(f"/docs#tag/{operation}")
        self.text("#caller", ", as ")
        self.press(f"[id$='tag/{operation}'] button.show-api-client-button")
        self.press("[data-addressbar-action=send]")
        return self.text("[role=dialog]", " OK")

    def text(self, css: str, part: str) -> str:
        """The text of an element once a part of it is there."""
        return str(self.until(lambda: part in self.see(css).text and self.see(css).text, f"{part} in {css}"))

    def picture(self, name: str, css: str | None = None) -> None:
        """Keep what is seen, where pictures are wanted; `css` comes to the top."""
        if css:
            self.driver.execute_script("arguments[0].scrollIntoView()", self.see(css))
        if self.pictures:
            shot = Image.open(io.BytesIO(self.driver.get_screenshot_as_png()))
            # A third of the size, and nobody sees a difference.
            shot.quantize(64).save(self.pictures / f"{name}.png", optimize=True)

    def complaints(self) -> list[str]:
        """Errors and warnings of the browser's console since the last look."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
            and not any(told in entry["message"] for told in _OF_SCALAR)
        ]

    def keys(self) -> list[str]:
        """The Idempotency-Key of each POST since the last look; the hosts are forgotten with it."""
        return [
            request["headers"]["Idempotency-Key"] for request in self._sent() if request["method"] == "POST"
        ]

    def logins(self) -> int:
        """Return how often a token was asked for since the last look; the keys and hosts are forgotten with it."""
        return [urlsplit(request["url"]).path for request in self._sent()].count("/api/v1/oauth/token")

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

    def _sent(self) -> list[dict[str, Any]]:
        """The requests since the last look."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [
            message["params"]["request"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def _is_in_window(self, heading: str) -> bool:
        tops = [
            self.driver.execute_script("return arguments[0].getBoundingClientRect().top", one)
            for one in self._all("#reference h2, #reference h3")
            if one.text == heading
        ]
        height = self.driver.execute_script("return innerHeight")
        return any(0 <= top < height for top in tops)

    def _all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def _stands_still(self, css: str) -> bool:
        return bool(self.driver.execute_async_script(_STANDS_STILL, self.see(css)))

    def until(self, fact: Callable[[], Any], what: str) -> Any:
        """Wait for something that is not false; return it."""
        wait = WebDriverWait(self.driver, PATIENCE, 0.05, [StaleElementReferenceException])
        return wait.until(lambda _: fact(), f"{what} does not come")


def _pressed(element: WebElement) -> bool:
    """Return whether the element could be clicked; while the page moves, something else may lie above it."""
    try:
        element.click()
    except (ElementNotInteractableException, StaleElementReferenceException):
        return False
    except WebDriverException as error:
        if "click intercepted" not in str(error):
            raise
        return False
    return True
