"""Bills over HTTP."""

import falcon

from app.purchases import bills
from resources.serving.writes import answer_write
from resources.written_documents import WrittenDocuments


class Bills(WrittenDocuments):
    """Bills. Beside being written, they are opened and voided."""

    def on_post_open(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Open a draft."""
        answer_write(self.requests, req, resp, lambda tx: bills.open_draft(tx, id))

    def on_post_void(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Void an open bill."""
        answer_write(self.requests, req, resp, lambda tx: bills.void(tx, id))
