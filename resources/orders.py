"""Sales orders and purchase orders over HTTP."""

from typing import ClassVar

import falcon

from app.documents import order_states
from app.documents.conversions import Conversion, convert_order
from app.documents.creation import OrderKind
from app.documents.document_writes import lock
from app.postgres.database import Row, Transaction
from app.purchases.conversions_of_purchases import OF_PURCHASE_ORDERS
from app.purchases.purchase_orders import PURCHASE_ORDERS
from app.sales.conversions_of_sales import OF_SALES_ORDERS
from app.sales.sales_orders import SALES_ORDERS
from app.schemas.conversions import OrderConversionBody
from resources.serving.bodies import json_object
from resources.serving.writes import CREATED, answer_write
from resources.written_documents import WrittenDocuments


class Orders(WrittenDocuments):
    """Orders. Beside being written, they are closed, voided and converted."""

    of: ClassVar[OrderKind]
    becomes: ClassVar[Conversion]
    _part = OrderConversionBody()

    def on_post_close(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Close an order."""
        answer_write(self.requests, req, resp, lambda tx: order_states.close(tx, self.of, id))

    def on_post_void(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Void an order."""
        answer_write(self.requests, req, resp, lambda tx: order_states.void(tx, self.of, id))

    def on_post_convert(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Make a draft of an order, or of a part of one."""

        def convert(tx: Transaction) -> Row:
            sent = json_object(req)
            order = lock(tx, self.of, id)
            return convert_order(tx, self.becomes, order, self._part.create(sent)["lines"])

        answer_write(self.requests, req, resp, convert, status=CREATED)

    def _put_in_force(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        answer_write(self.requests, req, resp, lambda tx: order_states.put_in_force(tx, self.of, id))


class SalesOrders(Orders):
    """Orders of customers, which are confirmed."""

    of, becomes = SALES_ORDERS, OF_SALES_ORDERS

    def on_post_confirm(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Confirm a draft."""
        self._put_in_force(req, resp, id)


class PurchaseOrders(Orders):
    """Orders to vendors, which are issued."""

    of, becomes = PURCHASE_ORDERS, OF_PURCHASE_ORDERS

    def on_post_issue(self, req: falcon.Request, resp: falcon.Response, id: str) -> None:
        """Issue a draft."""
        self._put_in_force(req, resp, id)
