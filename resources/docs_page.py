"""`/docs`: the documentation page, which is Swagger UI and a few files of our own. Nothing comes from another host."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import falcon

_FOLDER = Path(__file__).parent / "docs_assets"
_STYLE = "text/css; charset=utf-8"
_SCRIPT = "text/javascript; charset=utf-8"
_FILES = {
    "swagger-ui/swagger-ui.css": _STYLE,
    "swagger-ui/swagger-ui-bundle.js": _SCRIPT,
    "page.css": _STYLE,
    "page.js": _SCRIPT,
}

_POLICY = "; ".join((
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    # Swagger UI's style sheet has its icons inside itself.
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
))  # fmt: skip
_YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True)
class _File:
    """A file as it is sent: most callers want it compressed."""

    media_type: str
    packed: bytes


class DocsPage:
    """The page, and the files that it names, read at the first request.

    A file's name carries a digest of its content, so that it can be kept for ever and is never out of date.
    """

    @cached_property
    def _names(self) -> dict[str, str]:
        """What a file is called at its address, by its own name."""
        return {Path(path).name: _addressed(_FOLDER / path) for path in _FILES}

    @cached_property
    def _files(self) -> dict[str, _File]:
        return {
            self._names[Path(path).name]: _File(media_type, gzip.compress((_FOLDER / path).read_bytes()))
            for path, media_type in _FILES.items()
        }

    @cached_property
    def _page(self) -> bytes:
        text = (_FOLDER / "page.html").read_text("utf-8")
        for name, addressed in self._names.items():
            text = text.replace(f"{{{name}}}", addressed)
        return text.encode()

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """The page."""
        resp.content_type = falcon.MEDIA_HTML
        resp.data = self._page
        # It names the files by their content: an old one would name files that are gone.
        resp.set_header("Cache-Control", "no-cache")
        resp.set_header("Content-Security-Policy", _POLICY)
        resp.set_header("Cross-Origin-Opener-Policy", "same-origin")
        resp.set_header("Referrer-Policy", "no-referrer")

    def on_get_file(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """A file of the page. The name is looked up, and is no path."""
        file = self._files.get(name)
        if file is None:
            raise falcon.HTTPNotFound
        resp.content_type = file.media_type
        resp.set_header("Cache-Control", f"public, max-age={_YEAR}, immutable")
        resp.set_header("Vary", "Accept-Encoding")
        if _takes_gzip(req):
            resp.set_header("Content-Encoding", "gzip")
            resp.data = file.packed
        else:
            resp.data = gzip.decompress(file.packed)


def _addressed(file: Path) -> str:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    return f"{file.stem}.{digest}{file.suffix}"


def _takes_gzip(req: falcon.Request) -> bool:
    """`gzip` by its name; a browser that wants none of it leaves it out, and few others write `gzip;q=0`."""
    for coding in req.get_header("Accept-Encoding", default="").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";")
        if name == "gzip":
            return weight.rstrip("0") not in ("q=", "q=0.")
    return False
