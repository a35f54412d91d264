"""Falcon alone, under the gunicorn settings of the service: ready-made answers of the size that the path names."""

import falcon


class _Hello:
    def __init__(self) -> None:
        self.answers: dict[str, bytes] = {}

    def on_get(self, _req: falcon.Request, resp: falcon.Response, size: str) -> None:
        """Answer with `size` bytes."""
        answer = self.answers.get(size)
        if answer is None:
            answer = self.answers[size] = b"x" * int(size)
        resp.data = answer

    def on_post(self, req: falcon.Request, resp: falcon.Response, size: str) -> None:
        """Read the body, then answer with `size` bytes."""
        req.bounded_stream.read()
        self.on_get(req, resp, size)


class _Ready:
    def on_get(self, _req: falcon.Request, resp: falcon.Response) -> None:
        """Answer that the server is ready, always."""
        resp.media = {}


application = falcon.App()
application.add_route("/hello/{size}", _Hello())
application.add_route("/readyz", _Ready())
