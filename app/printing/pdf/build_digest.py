"""A digest of everything in the program that can change the bytes of a PDF."""

import hashlib
from functools import cache
from importlib.metadata import version

from app.config import ROOT

_PACKAGES = ("jinja2", "pillow", "reportlab", "uharfbuzz", "xhtml2pdf")
# All of app/, not its printing part alone: figures and names of states come from other packages.
_FOLDER = ROOT / "app"
_SUFFIXES = {".py", ".html", ".ttf"}


@cache
def build_digest() -> bytes:
    """Return the digest of templates, fonts, code and packages. PDFs of another build are not taken from the cache."""
    digest = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in _PACKAGES).encode())
    for path in sorted(path for path in _FOLDER.rglob("*") if path.suffix in _SUFFIXES):
        digest.update(
            path.relative_to(_FOLDER).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest()
        )
    return digest.digest()
