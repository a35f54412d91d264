"""Falcon alone, under the gunicorn settings of the service: answers of a size that the path names, made beforehand."""

import falcon


class _Hello:
    def __init__(self) -> None:
        self.answers: dict[str, bytes] = {}

    def on_get(self, _req: falcon.Request, resp: falcon.Response, size: str) -> None:
        """So many bytes."""
        answer = self.answers.get(size)
        if answer is None:
            answer = self.answers[size] = b"x" * int(size)
        resp.data = answer

    def on_post(self, req: falcon.Request, resp: falcon.Response, size: str) -> None:
        """The same, once the body has been read."""
        req.bounded_stream.read()
        self.on_get(req, resp, size)


class _Ready:
    def on_get(self, _req: falcon.Request, resp: falcon.Response) -> None:
        """Always."""
        resp.media = {}


application = falcon.App()
application.add_route("/hello/{size}", _Hello())
application.add_route("/readyz", _Ready())
