"""Clients in TypeScript that generators make of docs/openapi.json without options, and one sale by each."""

import json
import subprocess
from pathlib import Path
from shutil import copy

import pytest

from app.config import ROOT
from tests.proof.npm import NODE, PACKAGES, needs
from tests.service import Client

DOCUMENT = str(ROOT / "docs" / "openapi.json")
SALES = Path(__file__).parent / "typescript"
STRICTLY = ("--strict", "--target", "es2022", "--types", "node")

pytestmark = needs("openapi-typescript", "@hey-api/openapi-ts", "typescript")


@pytest.fixture(scope="module")
def by_openapi_fetch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the types of openapi-typescript and the sale."""
    folder = project(tmp_path_factory, "sale_by_openapi_fetch.ts", {"type": "module"})
    run(folder, "openapi-typescript", DOCUMENT, "-o", "document.ts")
    return folder


@pytest.fixture(scope="module")
def by_hey_api(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client of @hey-api/openapi-ts and the sale."""
    folder = project(tmp_path_factory, "sale_by_hey_api.ts", {})
    run(folder, "openapi-ts", "-i", DOCUMENT, "-o", "client")
    return folder


def project(tmp_path_factory: pytest.TempPathFactory, sale: str, package: dict[str, str]) -> Path:
    """A folder with the packages of npm and a sale."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "package.json").write_text(json.dumps(package))
    (folder / "node_modules").symlink_to(PACKAGES)
    copy(SALES / sale, folder / "sale.ts")
    return folder


def run(folder: Path, tool: str, *words: str) -> str:
    """Run a tool of npm that must succeed; what it prints."""
    command = [str(PACKAGES / ".bin" / tool), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sell(folder: Path, served: str, org: Client) -> None:
    """Run the compiled sale, which must go through."""
    command = [NODE, "sale.js", served, str(org.token)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"number": "INV-00001", "status": "PAID", "total": 42}


def test_openapi_typescript_compiles_strictly_and_a_sale_goes_through(
    by_openapi_fetch: Path, served: str, org: Client
) -> None:
    run(by_openapi_fetch, "tsc", *STRICTLY, "--module", "nodenext", "sale.ts")
    sell(by_openapi_fetch, served, org)


def test_hey_api_compiles_strictly_and_a_sale_goes_through(
    by_hey_api: Path, served: str, org: Client
) -> None:
    modules = [str(path.relative_to(by_hey_api)) for path in (by_hey_api / "client").rglob("*.ts")]
    # Its modules name each other without extensions, which node finds in CommonJS only.
    as_commonjs = ("--module", "commonjs", "--moduleResolution", "node10")
    run(by_hey_api, "tsc", *STRICTLY, *as_commonjs, "sale.ts", *modules)
    sell(by_hey_api, served, org)


def test_what_has_a_default_may_be_left_out(by_openapi_fetch: Path) -> None:
    """openapi-typescript requires what has a default as a keyword."""
    types = (by_openapi_fetch / "document.ts").read_text("utf-8")
    body = types.partition("        InvoiceInput: {")[2].partition("        InvoiceWritten")[0]
    for name in ("status", "currencyCode", "exchangeRate", "reverseCharge", "notes"):
        assert f"            {name}?: " in body, name
    for name in ("customerId", "invoiceDate"):
        assert f"            {name}: " in body, name
