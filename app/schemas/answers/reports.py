"""Reports, as they are answered."""

from app.schemas.answers.fields import Amount, Answered, Date, Figure, Id, Integer, Many, One, OneOf, Word


class _LinesTotals(Answered):
    """The sums of lines, in rupees."""

    taxable_value = Figure()
    igst = Figure()
    cgst = Figure()
    sgst = Figure()
    cess = Figure()
    total = Figure()


class SalesTotals(_LinesTotals):
    """The sums of all rows."""

    other_charges = Figure()


class SalesRow(SalesTotals):
    """Sales of one customer, item, day or month: of the four it names those that the report is by."""

    customer_id = Id(null=True)
    item_id = Id(null=True)
    name = Word(null=True)
    day = Date(null=True)
    month = Word(null=True)
    quantity = Figure(null=True)
    invoices = Integer(min=0)
    credit_notes = Integer(min=0)


class SalesReport(Answered):
    """Issued invoices less credit notes."""

    rows = Many(SalesRow)
    totals = One(SalesTotals)


class HsnRow(_LinesTotals):
    """Lines of one code, unit and rate."""

    hsn_or_sac = Word(null=True)
    unit = Word(null=True)
    tax_rate_percent = Figure(min=0)
    quantity = Figure()


class HsnReport(Answered):
    """Sales by HSN or SAC."""

    rows = Many(HsnRow)
    totals = One(_LinesTotals)


class TdsTotals(Answered):
    """The sums of all rows."""

    payments = Integer(min=0)
    settled = Figure(min=0)
    tds_amount = Figure(min=0)


class TdsRow(TdsTotals):
    """The tax that one customer deducted under one section."""

    tds_section_code = Word(null=True)
    customer_id = Id()
    name = Word()
    pan = Word(null=True)


class TdsReport(Answered):
    """Tax that customers deducted."""

    rows = Many(TdsRow)
    totals = One(TdsTotals)


class ReceivablesTotals(Answered):
    """The sums of all rows, in rupees."""

    invoices = Integer(min=0)
    outstanding = Figure(min=0)
    overdue = Figure(min=0)


class ReceivablesRow(ReceivablesTotals):
    """The sums of one customer's open invoices."""

    customer_id = Id()
    name = Word()
    oldest_due_date = Date()


class ReceivablesReport(Answered):
    """The open invoices of each customer."""

    rows = Many(ReceivablesRow)
    totals = One(ReceivablesTotals)


class MsmeTotals(Answered):
    """The sums of all rows, in rupees."""

    outstanding = Figure(min=0)
    disallowed = Figure(min=0)
    interest = Figure(min=0)


class MsmeRow(MsmeTotals):
    """An open bill of a micro or small enterprise."""

    bill_id = Id()
    bill_number = Word()
    vendor_bill_number = Word(null=True)
    vendor_id = Id()
    vendor_name = Word()
    msme_type = OneOf("MICRO", "SMALL")
    udyam_number = Word(null=True)
    bill_date = Date()
    agreed_days = Integer(min=0, null=True)
    statutory_day = Date()
    days_over = Integer(min=0)
    outstanding = Amount()


class MsmeReport(Answered):
    """Dues to micro and small enterprises."""

    rows = Many(MsmeRow)
    totals = One(MsmeTotals)
