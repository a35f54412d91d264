"""Refusals that schemathesis may not count as failures, since the document cannot express their rules."""

# Refusals of data that is valid by its schema, as `field: sentence`: JSON Schema has no words for these rules.
RIGHTLY_REFUSED = (
    # Ids must name something, and something that fits what is beside them.
    r"\S+Id: Names (no|an?) .*",
    r"\S+Id: Belongs to another (customer|vendor)\.",
    r"variants\.\d+\.id: Names .*",
    r"lines\.\d+\.itemVariantId: The item has several variants: name one of them\.",
    r"(allocations\.\d+\.)?(invoice|bill)Id: The (invoice|bill) is .*",
    r"itemVariantId: The item has several variants: name one of them\.",
    r"lines\.\d+\.itemId: Bears a tax that is not GST, .*",
    r"itemId: The item is not kept in stock \(trackInventory\)\.",
    r"registrationId: Must name a registration of the organization\.",
    r"parentGroupId: A group cannot stand below itself\.",
    r"lines\.\d+\.id: Names no line of this document\.",
    # What may stand once only, within the body or the organization.
    r"allocations\.\d+\.(invoice|bill)Id: Must not be named twice\.",
    r"lines\.\d+\.id: Must not be named twice\.",
    r"events: Must name each event once, or \* alone\.",
    r"entries\.\d+\.itemId: Has an entry further up\.",
    r"variants\.\d+\.size: .*",
    r"code: There is already a currency with this code\.",
    # Python takes U+001C to 1F and U+0085 for spaces, JSON Schema does not.
    r"\S+: Must not be blank\.",
    r"lines\.\d+\.description: This field is required on a line without itemId\.",
    r"\w+Number: Is what a draft is called until it has a number: leave it out\.",
    # A pattern that people can read does not know which months and hours there are.
    r"(validUntil|ackDate): Must be YYYY-MM-DD HH:MM:SS in Indian time, .*",
    # Which day is today.
    r"ackDate: Must not be in the future: .*",
    # How much there is.
    r"q: Finds more than 1,000 records: search for more of the text\.",
    # Days in their order.
    r"from: Must not be after to\.",
    r"to: Must be less than 366 days after from\.",
    r"effectiveTo: Must not be before effectiveFrom\.",
    r"\w+Date: Must not be before .*",
    r"startDate: Must not be more than 366 days ago: .*",
    r"endDate: The schedule has no day until then\.",
    # Amounts against each other.
    r"lines\.\d+\.discount: Must be between 0 and the line's amount, .*",
    r"adjustments\.documentDiscount: Must be between 0 and .*",
    r"adjustments\.adjustmentAmount: Must not make the document's total negative\.",
    r"(lines|lines\.\d+\.quantity|adjustments\.adjustmentAmount): .* has more than 13 digits before the point\.",
    r"(allocations|openingBalanceApplied): Must not exceed .*",
    r"allocations\.\d+\.amount: Must be at most the (invoice|bill)'s balance, .*",
    # A part of another document's line, which has at most what is left of it, and nothing that the line has not.
    r"lines\.\d+\.\w+: Must be (at most what is left of|left out, or the part of) the original line.*",
    r"lines\.\d+\.\w+: Must be the original line's, .*",
    r"lines\.\d+\.rate: Comes to .*",
    r"lines\.\d+\.original(Invoice|Bill)ItemId: Names a line of another (item|variant)\.",
    r"(placeOfSupplyStateCode|reverseCharge|exportWithPayment): Must be the (invoice|bill)'s.*",
    r"currencyCode: Must be the (invoice|bill)'s, .*",
    r"unitCost: (Must not be given where goods leave: they leave at the average\.|Makes the goods worth .*)",
    r"exchangeRate: Makes the goods worth .*",
    r"quantity: Makes the stock of the item more than can be kept account of\.",
    r"openingBalanceApplied: Must be at most what is left of the opening balance, .*",
    # No multiple of 0.000001 is exact in the binary numbers that a schema is compared by.
    r"bankRatePercent: Must be a number from 0 to 20 with at most 6 decimal places, given once\.",
    r"openingBalance: Must cover what payments have settled of it\.",
    r"currencyCode: The opening balance is in .*",
    # An area in the item's unit: the item may have no length unit to fall back to.
    r"lines\.\d+\.lengthUnit: Is needed to bill in SQ.*",
    r"lines\.\d+\.width: The area is too (small|large) to bill in .*",
    # What is stored already decides.
    r"\w+Date: Must stay in the fiscal year of the document's number; .*",
    r"\w+Number: Cannot be changed\.",
    r"\w+Number: The number .* is taken in its fiscal year\.",
    r"(docType|registrationId): Cannot be changed; delete this series and create another\.",
    r"registrationId: Documents of this kind are of no registration\.",
    r"nextNumber: Must be above every number that was taken in this form\.",
    r"prefix: With this prefix and suffix the numbers would be those of another series\.",
    # On customers the field is free text: foreign states have codes too.
    r"placeOfSupplyStateCode: Must be the GST number, the letters or the name of an Indian state, or 96 for exports\.",
    r"advancePlaceOfSupplyStateCode: Must be the GST number, the letters or the name of an Indian state, or 96\.",
    r"placeOfSupplyStateCode: (Customer|Vendor) .* has the .*, which is no Indian place: .*",
    # A number has no length, its text has.
    r"lines\.\d+\.unit: Must be 1 to 20 characters long\.",
    # The depth of any JSON value.
    r"axes\.\d+: Must be at most 8 levels deep, without NUL, unpaired surrogates or numbers out of range\.",
    # Hosts in numbers, which have other forms than the usual, and addresses that are nobody's or everybody's.
    r"url: Must name a host, and a port from 1 to 65535 or none\.",
    r"url: Must be a public address\.",
    r"url: Must begin with https://: .*",
    # Names that differ in what a form leaves of them only.
    r"A parameter may be given once only\.",
    # Log in as nobody; which parameters a grant needs.
    r"invalid_(grant|scope|request)",
)
