"""Accounts, for reference: where money lies or is owed."""

from app.lists.building import ACTIVE, by_creation
from app.master_data.declaration import MasterDataKind
from app.master_data.defaults import RecordsWithDefault
from app.schemas.answers.derived import answer_of
from app.schemas.answers.fields import Word
from app.schemas.body import BodySchema
from app.schemas.fields import Choice, StrictBoolean, Text

ACCOUNT_TYPES = ("CASH", "BANK", "WALLET", "RECEIVABLE", "PAYABLE", "DEBT", "LOAN", "OTHER")


class AccountBody(BodySchema):
    """An account that holds money or a debt: cash, bank, wallet, receivable, payable, debt, loan or other."""

    account_name = Text(min=1, max=100, required=True)
    account_type = Choice(*ACCOUNT_TYPES, required=True)
    bank_name = Text(max=100, required=True)
    account_number = Text(max=50, required=True)
    ifsc_code = Text(max=20, required=True)
    is_default = StrictBoolean(load_default=False)
    is_active = StrictBoolean(load_default=True)


KIND = MasterDataKind(
    one="account",
    module="accounts",
    records=RecordsWithDefault("accounts", "acc"),
    body=AccountBody(),
    record=answer_of(
        AccountBody,
        bank_name=Word(null=True),
        account_number=Word(null=True),
        ifsc_code=Word(null=True),
    ),
    listing=by_creation(
        "accountName",
        ACTIVE,
        searched={
            "account_name": "account name",
            "bank_name": "bank name",
            "account_number": "account number",
        },
    ),
    about="Accounts of money and debts, for reference.",
    says={"create": "A cash account sends its bank fields as empty text."},
    words={
        "accountNumber": "The number of the bank account; may be empty.",
        "bankName": "The bank; may be empty.",
        "ifscCode": "The branch code of the bank; may be empty.",
    },
    example={
        "accountName": "Current account",
        "accountType": "BANK",
        "bankName": "Example Bank",
        "accountNumber": "000123456789",
        "ifscCode": "EXMP0000001",
    },
    demonstrated={
        "bank": {
            "accountName": "Current account",
            "accountType": "BANK",
            "bankName": "Example Bank",
            "accountNumber": "000012345678",
            "ifscCode": "EXMP0000411",
            "isDefault": True,
        },
        "cash": {
            "accountName": "Cash in hand",
            "accountType": "CASH",
            "bankName": "",
            "accountNumber": "",
            "ifscCode": "",
        },
    },
)
