"""The kinds of master data, as a caller knows them."""

from app.schemas.answers import goods, parties, settings
from resources.routes.operations import Kind

PARTY_FIELDS = "display name, GSTIN, phone and e-mail"
_KEEPS = "What is left out keeps its value. "

CUSTOMERS = Kind(
    "customer",
    "customers",
    "customers",
    parties.Customer,
    parties.Customer,
    searches=PARTY_FIELDS,
    says={
        "create": "Only `displayName` is required.",
        "update": _KEEPS + "`openingBalance` cannot fall below what payments have settled of it.",
        "delete": "Its documents stay readable. Open invoices do not stop it.",
    },
)
CONTACTS = Kind(
    "customer contact",
    "customer contacts",
    "customers",
    parties.CustomerContact,
    parties.CustomerContact,
    searches="name, e-mail and phone",
    asks={"create": "customers.update", "delete": "customers.update"},
    says={
        "create": "A customer's first contact is the primary one. `email`, `phone` and `roleLabel` must be sent "
        "and may be null. A `customerId` that names no customer is not found.",
        "update": "Nothing is required. A contact stays with its customer.",
        "delete": "Sets `enabled` to false. The contact stays readable and listed, and cannot be enabled again.",
    },
    create_errors=("not_found",),
)
VENDORS = Kind(
    "vendor",
    "vendors",
    "vendors",
    parties.Vendor,
    parties.Vendor,
    searches=PARTY_FIELDS,
    says={
        "create": "`leadTimeDays` and the three MSME fields must be sent and may be null.",
        "update": _KEEPS
        + "The MSME fields (`msmeType`, `udyamNumber`, `msmeAgreedCreditDays`) move as a unit: "
        "name one, and those left out become null. `msmeType` null clears all three.",
    },
)
ITEMS = Kind(
    "item",
    "items",
    "items",
    goods.ItemRow,
    goods.Item,
    searches="name, SKU, barcode and HSN or SAC",
    says={
        "list": "Without variants.",
        "update": _KEEPS
        + "`variants`, where sent, are the whole list: one with an `id`, or with the size of one that "
        "is there, changes that one; others are new; those that nobody means are deleted.",
        "delete": "Its variants go with it. Documents that name it stay as they are.",
    },
)
GROUPS = Kind(
    "item group",
    "item groups",
    "items",
    goods.ItemGroup,
    goods.ItemGroup,
    says={
        "delete": "Groups below it move up one step; its items are in no group.",
    },
)
TAX_RATES = Kind("tax rate", "tax rates", "taxes", settings.TaxRate, settings.TaxRate)
CURRENCIES = Kind(
    "currency",
    "currencies",
    "currencies",
    settings.Currency,
    settings.Currency,
    says={"create": "A code can stand once in an organization."},
)
PAYMENT_TERMS = Kind(
    "payment term",
    "payment terms",
    "paymentTerms",
    settings.PaymentTerm,
    settings.PaymentTerm,
    says={"delete": "Customers who have it keep its days."},
)
ACCOUNTS = Kind(
    "account",
    "accounts",
    "accounts",
    settings.Account,
    settings.Account,
    says={"create": "A cash account sends its bank fields as empty text."},
)
PRICE_LISTS = Kind(
    "price list",
    "price lists",
    "priceLists",
    goods.PriceListRow,
    goods.PriceList,
    searches="the name",
    says={
        "list": "Without entries.",
        "update": _KEEPS + "`entries`, where sent, replace the whole set.",
        "delete": "It prices nothing any more.",
    },
)
NUMBER_SERIES = Kind(
    "number series",
    "number series",
    "numberSeries",
    settings.NumberSeries,
    settings.NumberSeries,
    says={
        "create": "Each kind of document has one series at most. `{FY}`, `{YYYY}` and `{YY}` in prefix and suffix "
        "stand for the document's fiscal and calendar year.",
        "update": "Nothing is required. `docType` cannot change, and `nextNumber` cannot go back to a number that was "
        "taken.",
        "delete": "The counter outlives its series: a new one goes on.",
    },
)
EXPENSES = Kind(
    "expense",
    "expenses",
    "expenses",
    settings.Expense,
    settings.Expense,
    says={
        "create": "`expenseNumber` comes from the number series and must not be sent.",
        "update": _KEEPS + "`expenseNumber` stays and must not be sent.",
    },
)
