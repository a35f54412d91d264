"""A client in TypeScript that openapi-typescript makes of docs/openapi.json without options, and one sale by it."""

import json
import subprocess
from pathlib import Path
from shutil import copy, which

import pytest

from app.config import ROOT
from tests.service import Client

PACKAGES = ROOT / "var" / "typescript" / "node_modules"
SALE = Path(__file__).parent / "typescript" / "sale.ts"
STRICTLY = ("--strict", "--module", "nodenext", "--target", "es2022", "--types", "node")

pytestmark = pytest.mark.skipif(
    not (PACKAGES.is_dir() and which("node")), reason="no openapi-typescript: make proof takes it from npm"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the generated types and the sale."""
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(PACKAGES)
    copy(SALE, folder)
    run(folder, "openapi-typescript", str(ROOT / "docs" / "openapi.json"), "-o", "document.ts")
    return folder


def run(folder: Path, tool: str, *words: str) -> str:
    """Run a tool of npm that must succeed; what it prints."""
    command = [str(PACKAGES / ".bin" / tool), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_compiles_strictly_and_a_sale_goes_through(project: Path, served: str, org: Client) -> None:
    run(project, "tsc", *STRICTLY, "sale.ts")
    command = [str(which("node")), "sale.js", served, str(org.token)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"number": "INV-00001", "status": "PAID", "total": 42}


def test_what_has_a_default_may_be_left_out(project: Path) -> None:
    """openapi-typescript requires what has a default as a keyword."""
    types = (project / "document.ts").read_text("utf-8")
    body = types.partition("        InvoiceInput: {")[2].partition("        InvoiceWritten")[0]
    for name in ("status", "currencyCode", "exchangeRate", "reverseCharge", "notes"):
        assert f"            {name}?: " in body, name
    for name in ("customerId", "invoiceDate"):
        assert f"            {name}: " in body, name
