"""Files for the portals, and the stored answers of the portals."""

from marshmallow import fields

from app.schemas.answers.fields import Answered, Id, Many, Moment, OneOf, Word

E_INVOICE_STATUSES = ("NOT_REQUIRED", "PENDING", "REGISTERED", "CANCELLED")


class Registered(Answered):
    """A document's registration at the invoice registration portal."""

    irn = Word(null=True)
    ack_no = Word(null=True)
    ack_date = Moment(null=True)
    e_invoice_status = OneOf(*E_INVOICE_STATUSES)


class EInvoiceRegistration(Registered):
    """The registration of a document that was registered or cancelled, with the id of the document."""

    id = Id()


class FileProblem(Answered):
    """Something that a portal would refuse: what to change, and in which record."""

    code = Word()
    field = Word(null=True)
    message = Word()
    record_id = Id(null=True)


class PortalFile(Answered):
    """A file for a portal in the portal's own names; null where there are problems."""

    document = fields.Dict(required=True, allow_none=True)
    problems = Many(FileProblem)


class EWayBill(Answered):
    """The e-way bill of an invoice."""

    id = Id()
    eway_bill_status = OneOf("GENERATED")
    eway_bill_id = Word()
    eway_bill_valid_until = Moment(null=True)
