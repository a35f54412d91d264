"""Packages of npm that the proof uses; `make typescript` installs them."""

from shutil import which

import pytest

from app.config import ROOT

PACKAGES = ROOT / "var" / "typescript" / "node_modules"
NODE = which("node") or ""


def needs(*packages: str) -> pytest.MarkDecorator:
    """Skip a test where a package or node itself is missing."""
    missing = [name for name in packages if not (PACKAGES / name).is_dir()]
    return pytest.mark.skipif(
        bool(missing) or not NODE, reason=f"no {', '.join(missing) or 'node'}: make proof takes it from npm"
    )
