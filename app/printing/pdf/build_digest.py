"""What the program itself puts into a PDF."""

import hashlib
from functools import cache
from importlib.metadata import version

from app.config import ROOT

_PACKAGES = ("jinja2", "pillow", "reportlab", "uharfbuzz", "xhtml2pdf")
# Figures and states are told by other rooms than printing, which rooms is nothing to keep a list of.
_ROOM = ROOT / "app"
_OURS = {".py", ".html", ".ttf"}


@cache
def edition() -> bytes:
    """A digest of the templates, the fonts, the code and the packages: what was printed by others is not ours."""
    digest = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in _PACKAGES).encode())
    for path in sorted(path for path in _ROOM.rglob("*") if path.suffix in _OURS):
        digest.update(
            path.relative_to(_ROOM).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest()
        )
    return digest.digest()
