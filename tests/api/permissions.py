"""Which permission each route asks for, as specified, and as the service has it."""

from resources.api import routes

# "any" needs a valid token and no scope, "public" not even that.
TABLE = """
GET    /me                       any
GET    /me/organizations         any
GET    /me/organization          any
GET    /scopes                   public
POST   /oauth/token              public
POST   /oauth/revoke             public
GET    /customers                customers.read
POST   /customers                customers.create
GET    /customers/{id}           customers.read
PATCH  /customers/{id}           customers.update
DELETE /customers/{id}           customers.delete
GET    /customer-contacts        customers.read
POST   /customer-contacts        customers.update
GET    /customer-contacts/{id}   customers.read
PATCH  /customer-contacts/{id}   customers.update
DELETE /customer-contacts/{id}   customers.update
GET    /vendors                  vendors.read
POST   /vendors                  vendors.create
GET    /vendors/{id}             vendors.read
PATCH  /vendors/{id}             vendors.update
DELETE /vendors/{id}             vendors.delete
GET    /items                    items.read
POST   /items                    items.create
GET    /items/{id}               items.read
PATCH  /items/{id}               items.update
DELETE /items/{id}               items.delete
PATCH  /items/{id}/core          items.update
GET    /item-groups              items.read
POST   /item-groups              items.create
GET    /item-groups/{id}         items.read
PATCH  /item-groups/{id}         items.update
DELETE /item-groups/{id}         items.delete
GET    /tax-rates                taxes.read
POST   /tax-rates                taxes.create
GET    /tax-rates/{id}           taxes.read
PATCH  /tax-rates/{id}           taxes.update
DELETE /tax-rates/{id}           taxes.delete
GET    /currencies               currencies.read
POST   /currencies               currencies.create
GET    /currencies/{id}          currencies.read
PATCH  /currencies/{id}          currencies.update
DELETE /currencies/{id}          currencies.delete
GET    /payment-terms            paymentTerms.read
POST   /payment-terms            paymentTerms.create
GET    /payment-terms/{id}       paymentTerms.read
PATCH  /payment-terms/{id}       paymentTerms.update
DELETE /payment-terms/{id}       paymentTerms.delete
GET    /accounts                 accounts.read
POST   /accounts                 accounts.create
GET    /accounts/{id}            accounts.read
PATCH  /accounts/{id}            accounts.update
DELETE /accounts/{id}            accounts.delete
GET    /price-lists              priceLists.read
POST   /price-lists              priceLists.create
GET    /price-lists/{id}         priceLists.read
PATCH  /price-lists/{id}         priceLists.update
DELETE /price-lists/{id}         priceLists.delete
GET    /number-series            numberSeries.read
POST   /number-series            numberSeries.create
GET    /number-series/{id}       numberSeries.read
PATCH  /number-series/{id}       numberSeries.update
DELETE /number-series/{id}       numberSeries.delete
GET    /expenses                 expenses.read
POST   /expenses                 expenses.create
GET    /expenses/{id}            expenses.read
PATCH  /expenses/{id}            expenses.update
DELETE /expenses/{id}            expenses.delete
GET    /invoices                 invoices.read
POST   /invoices                 invoices.create
POST   /invoices/calculate       invoices.read
GET    /invoices/{id}            invoices.read
PATCH  /invoices/{id}            invoices.update
DELETE /invoices/{id}            invoices.delete
POST   /invoices/{id}/void       invoices.update
POST   /invoices/{id}/send       invoices.update
GET    /invoices/{id}/payments   paymentsReceived.read
GET    /invoices/{id}/pdf        invoices.read
GET    /customers/{id}/ledger-pdf customers.read
GET    /payments-received        paymentsReceived.read
POST   /payments-received        paymentsReceived.create
GET    /payments-received/{id}   paymentsReceived.read
DELETE /payments-received/{id}   paymentsReceived.delete
GET    /dashboard/receivables    invoices.read
GET    /quotes                   quotes.read
GET    /quotes/{id}              quotes.read
GET    /sales-orders             salesOrders.read
GET    /sales-orders/{id}        salesOrders.read
GET    /credit-notes             invoices.read
GET    /credit-notes/{id}        invoices.read
GET    /debit-notes              bills.read
GET    /debit-notes/{id}         bills.read
GET    /bills                    bills.read
GET    /bills/{id}               bills.read
GET    /inventory                items.read
GET    /inventory/{id}           items.read
GET    /customer-ledger          customers.read
GET    /customer-ledger/{id}     customers.read
GET    /vendor-ledger            reports.read
GET    /vendor-ledger/{id}       reports.read
"""

ROWS = [tuple(line.split()) for line in TABLE.strip().splitlines()]
SPECIFIED = {f"{method} {path}": permission for method, path, permission in ROWS}
# Resources are made without a database to learn the routes only.
SERVED = {
    f"{method} {route.path}": permission or "any"
    for route in routes(None)  # type: ignore[arg-type]
    for method, permission in route.permissions.items()
}
