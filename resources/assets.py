"""The files of the pages: style sheets and scripts, each under a name that changes with its content."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import falcon

FOLDER = Path(__file__).parent / "docs_assets"
_STYLE = "text/css; charset=utf-8"
_SCRIPT = "text/javascript; charset=utf-8"
_MEDIA_TYPES = {".css": _STYLE, ".js": _SCRIPT}
FILES = {
    "scalar/scalar.js": _SCRIPT,
    "face.css": _STYLE,
    "front.css": _STYLE,
    "page.css": _STYLE,
    "page.js": _SCRIPT,
    "reference.js": _SCRIPT,
}
_YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True)
class _File:
    """A file with its content compressed, since nearly all browsers accept gzip."""

    media_type: str
    gzipped: bytes

    @property
    def content(self) -> bytes:
        return gzip.decompress(self.gzipped)


class Assets:
    """The files that pages load. They are read from disk at the first request.

    The public name of a file contains a digest of its content, so that browsers can cache it for ever.
    """

    @cached_property
    def _public_names(self) -> dict[str, str]:
        """Return the public name of each file, by its name on disk."""
        return {Path(path).name: _public_name(FOLDER / path) for path in FILES}

    @cached_property
    def _files(self) -> dict[str, _File]:
        return {
            self._public_names[Path(path).name]: _File(
                media_type, gzip.compress((FOLDER / path).read_bytes())
            )
            for path, media_type in FILES.items()
        }

    def page(self, name: str, known: Mapping[str, str]) -> str:
        """Return a page of the folder, filled."""
        return self.fill(FOLDER / name, known)

    def fill(self, page: Path, known: Mapping[str, str]) -> str:
        """Return a page with the public names of files in it, and `known` texts, which are HTML already."""
        text = page.read_text("utf-8")
        for word, value in {**self._public_names, **known}.items():
            text = text.replace(f"{{{word}}}", value)
        return text

    def on_get(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Answer a file. `name` is its public name, a key of `_files` and never a path."""
        _answer_file(req, resp, self._files.get(name))


class Bundle:
    """Scripts and style sheets of a folder, which load each other by relative addresses.

    They lie behind one name, a digest of them all: a change of any of them is another address of each.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def _files(self) -> dict[str, _File]:
        """Return each file by its path below the folder."""
        return {
            str(path.relative_to(self._folder)): _File(
                _MEDIA_TYPES[path.suffix], gzip.compress(path.read_bytes(), mtime=0)
            )
            for path in sorted(self._folder.rglob("*"))
            if path.suffix in _MEDIA_TYPES
        }

    @cached_property
    def name(self) -> str:
        """The name that the files lie behind."""
        digest = hashlib.sha256()
        for path, file in self._files.items():
            digest.update(path.encode() + b"\0" + hashlib.sha256(file.content).digest())
        return digest.hexdigest()[:16]

    def on_get(self, req: falcon.Request, resp: falcon.Response, folder: str, path: str) -> None:
        """Answer a file. `folder` is the bundle's name, `path` a key of `_files` and never a path of the disk."""
        _answer_file(req, resp, self._files.get(path) if folder == self.name else None)


def _answer_file(req: falcon.Request, resp: falcon.Response, file: _File | None) -> None:
    if file is None:
        raise falcon.HTTPNotFound
    resp.content_type = file.media_type
    resp.set_header("Cache-Control", f"public, max-age={_YEAR}, immutable")
    resp.set_header("Vary", "Accept-Encoding")
    if _accepts_gzip(req):
        resp.set_header("Content-Encoding", "gzip")
        resp.data = file.gzipped
    else:
        resp.data = file.content


def answer_page(resp: falcon.Response, text: str, policy: Mapping[str, str]) -> None:
    """Answer a page that is neither kept nor framed; `policy` are its sources beside none, by directive."""
    resp.content_type = falcon.MEDIA_HTML
    resp.text = text
    sources = {"default-src": "'none'", **policy, "base-uri": "'none'", "form-action": "'none'"}
    directives = [f"{directive} {source}" for directive, source in sources.items()]
    resp.set_header("Content-Security-Policy", "; ".join([*directives, "frame-ancestors 'none'"]))
    resp.set_header("Cross-Origin-Opener-Policy", "same-origin")
    resp.set_header("Referrer-Policy", "no-referrer")


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
