"""GET of the OpenAPI document, which differs between callers only in the address of the server."""

import hashlib
from collections.abc import Callable

import falcon


class Published:
    """The resource of a document; `content` makes it for the URL at which it was requested."""

    def __init__(self, content: Callable[[str], bytes]) -> None:
        self._content = content

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer the document, or that the caller has it already."""
        content = self._content(f"{req.scheme}://{req.netloc}")
        # The same for the same content, in every process.
        tag = falcon.ETag(hashlib.sha256(content).hexdigest()[:32])
        resp.data, resp.etag = content, tag
        # Private answers must not be kept (resources.serving.middleware); this one is everybody's.
        resp.set_header("Cache-Control", "public, max-age=300")
        if req.if_none_match and any(known in ("*", tag) for known in req.if_none_match):
            resp.status, resp.data = falcon.HTTP_304, None
