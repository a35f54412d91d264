"""QR codes as the path of an SVG. Pure."""

from functools import lru_cache
from typing import NamedTuple


class QrCode(NamedTuple):
    """The number of modules of each side, with the quiet zone, and the dark ones as the `d` of a path."""

    size: int
    path: str


_QUIET = 4


@lru_cache(maxsize=256)
def qr_code(text: str) -> QrCode:
    """Return the code of a text in ASCII, with the correction that papers have."""
    # 20 MB of a worker's memory, which only this page is worth.
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel  # noqa: PLC0415

    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    count = code.getModuleCount()
    dark = (
        f"M{column + _QUIET} {row + _QUIET}h1v1h-1z"
        for row in range(count)
        for column in range(count)
        if code.isDark(row, column)
    )
    return QrCode(count + 2 * _QUIET, "".join(dark))
