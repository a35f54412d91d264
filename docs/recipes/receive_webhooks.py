"""A receiver of webhooks: SECRET=whsec_… python receive_webhooks.py, with standardwebhooks installed."""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = Webhook(os.environ["SECRET"]).verify(
                body, {name.lower(): value for name, value in self.headers.items()}
            )
        except WebhookVerificationError:
            self.send_error(400)
            return
        self.send_response(204)
        self.end_headers()
        # Before it acts, it looks up whether it has had this id: a message may come twice.
        print(event["id"], event["type"], event["data"]["id"], flush=True)  # noqa: T201


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver).serve_forever()
