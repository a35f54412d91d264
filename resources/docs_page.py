"""`/docs`: the documentation page, made of Swagger UI and a few files of this service. It loads no other host."""

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
    # Swagger UI's style sheet contains its icons as data URLs.
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
))  # fmt: skip
_YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True)
class _File:
    """A file with its content compressed, since nearly all browsers accept gzip."""

    media_type: str
    gzipped: bytes


class DocsPage:
    """The page and the files that it loads. They are read from disk at the first request.

    The public name of a file contains a digest of its content, so that browsers can cache it for ever.
    """

    @cached_property
    def _public_names(self) -> dict[str, str]:
        """Return the public name of each file, by its name on disk."""
        return {Path(path).name: _public_name(_FOLDER / path) for path in _FILES}

    @cached_property
    def _files(self) -> dict[str, _File]:
        return {
            self._public_names[Path(path).name]: _File(
                media_type, gzip.compress((_FOLDER / path).read_bytes())
            )
            for path, media_type in _FILES.items()
        }

    @cached_property
    def _page(self) -> bytes:
        text = (_FOLDER / "page.html").read_text("utf-8")
        for name, public_name in self._public_names.items():
            text = text.replace(f"{{{name}}}", public_name)
        return text.encode()

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the page."""
        resp.content_type = falcon.MEDIA_HTML
        resp.data = self._page
        # An old copy of the page would refer to files that no longer exist.
        resp.set_header("Cache-Control", "no-cache")
        resp.set_header("Content-Security-Policy", _POLICY)
        resp.set_header("Cross-Origin-Opener-Policy", "same-origin")
        resp.set_header("Referrer-Policy", "no-referrer")

    def on_get_file(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Answer a file of the page. `name` is its public name, a key of `_files` and never a path."""
        file = self._files.get(name)
        if file is None:
            raise falcon.HTTPNotFound
        resp.content_type = file.media_type
        resp.set_header("Cache-Control", f"public, max-age={_YEAR}, immutable")
        resp.set_header("Vary", "Accept-Encoding")
        if _accepts_gzip(req):
            resp.set_header("Content-Encoding", "gzip")
            resp.data = file.gzipped
        else:
            resp.data = gzip.decompress(file.gzipped)


def _public_name(file: Path) -> str:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    return f"{file.stem}.{digest}{file.suffix}"


def _accepts_gzip(req: falcon.Request) -> bool:
    """Return whether Accept-Encoding lists `gzip` with a weight above 0."""
    for coding in req.get_header("Accept-Encoding", default="").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";")
        if name == "gzip":
            return weight.rstrip("0") not in ("q=", "q=0.")
    return False
