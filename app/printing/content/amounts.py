"""Amounts in figures and in words, in the Indian manner: lakhs and crores. Pure; amounts are `Decimal`.

Rupees are grouped 1,23,45,678.90, other currencies 12,345,678.90. All amounts have 2 places.
"""

from dataclasses import dataclass
from decimal import Decimal

from app.money import RUPEES, group_digits, trim_zeros

_ONES = (
    *("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"),
    *(
        "Ten",
        "Eleven",
        "Twelve",
        "Thirteen",
        "Fourteen",
        "Fifteen",
        "Sixteen",
        "Seventeen",
        "Eighteen",
        "Nineteen",
    ),
)
_TENS = ("", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety")
_INDIAN = ((10_000_000, "Crore"), (100_000, "Lakh"), (1000, "Thousand"), (100, "Hundred"))
_INTERNATIONAL = (
    (10**12, "Trillion"),
    (10**9, "Billion"),
    (10**6, "Million"),
    (1000, "Thousand"),
    (100, "Hundred"),
)
_HUNDREDTHS = 100
# The singular of subunits whose plural differs.
_ONE = {"Paise": "Paisa", "Cents": "Cent", "Pence": "Penny", "Dirhams": "Dirham", "Halalas": "Halala"}


@dataclass(frozen=True)
class Currency:
    """The sign and the names of a currency. One unit is `parts` subunits, called `part`."""

    symbol: str
    name: str
    part: str | None = None
    parts: int = 100


# Currencies that Indian traders commonly use. Any other is shown by its code.
_CURRENCIES = {
    RUPEES: Currency("₹", "Rupees", "Paise"),
    "AED": Currency("AED", "UAE Dirhams", "Fils"),
    "AUD": Currency("A$", "Australian Dollars", "Cents"),
    "BDT": Currency("BDT", "Bangladeshi Taka", "Poisha"),
    "BHD": Currency("BHD", "Bahraini Dinars", "Fils", 1000),
    "CAD": Currency("C$", "Canadian Dollars", "Cents"),
    "CHF": Currency("CHF", "Swiss Francs", "Rappen"),
    "CNY": Currency("CN¥", "Chinese Yuan", "Fen"),
    "EUR": Currency("€", "Euros", "Cents"),
    "GBP": Currency("£", "Pounds Sterling", "Pence"),
    "HKD": Currency("HK$", "Hong Kong Dollars", "Cents"),
    "JPY": Currency("¥", "Japanese Yen"),
    "KWD": Currency("KWD", "Kuwaiti Dinars", "Fils", 1000),
    "LKR": Currency("LKR", "Sri Lankan Rupees", "Cents"),
    "MYR": Currency("RM", "Malaysian Ringgit", "Sen"),
    "NPR": Currency("NPR", "Nepalese Rupees", "Paisa"),
    "NZD": Currency("NZ$", "New Zealand Dollars", "Cents"),
    "OMR": Currency("OMR", "Omani Rials", "Baisa", 1000),
    "QAR": Currency("QAR", "Qatari Riyals", "Dirhams"),
    "SAR": Currency("SAR", "Saudi Riyals", "Halalas"),
    "SGD": Currency("S$", "Singapore Dollars", "Cents"),
    "THB": Currency("THB", "Thai Baht", "Satang"),
    "USD": Currency("$", "US Dollars", "Cents"),
    "ZAR": Currency("R", "South African Rand", "Cents"),
}


def symbol(code: str) -> str:
    """Return the sign of a currency; its code where no sign is known."""
    return currency(code).symbol


def currency(code: str) -> Currency:
    """Return the sign and the names of a currency; its code in place of unknown ones."""
    return _CURRENCIES.get(code, Currency(code, code))


def format_price(rate: Decimal, code: str = RUPEES) -> str:
    """Return a price with grouped digits and at least 2 places, more where it has them."""
    more = trim_zeros(rate).partition(".")[2]
    if len(more) <= 2:  # noqa: PLR2004 - a paisa has two places
        return group_digits(rate, code)
    return f"{group_digits(Decimal(int(rate)), code)[:-3]}.{more}"


def in_words(amount: Decimal, code: str = RUPEES) -> str:
    """Return an amount in Indian English: `Rupees One Lakh and Fifty Paise Only`. `amount` must not be negative.

    Other currencies are counted in thousands and millions. Fractions of a currency without a subunit are given in
    hundredths: `and 05/100`.
    """
    known = currency(code)
    hundredths = int(amount * _HUNDREDTHS)
    whole, part = divmod(hundredths, _HUNDREDTHS)
    scale = _INDIAN if code == RUPEES else _INTERNATIONAL
    text = f"{known.name} {cardinal(whole, scale)}"
    if part and known.part:
        text += f" and {_in_parts(part * known.parts // _HUNDREDTHS, known.part, scale)}"
    elif part:
        text += f" and {part:02}/100"
    return f"{text} Only"


def _in_parts(count: int, name: str, scale: tuple[tuple[int, str], ...]) -> str:
    return f"{cardinal(count, scale)} {_ONE.get(name, name) if count == 1 else name}"


def cardinal(number: int, scale: tuple[tuple[int, str], ...] = _INDIAN) -> str:
    """Return a whole number in words. Above a crore, crores are counted: Ten Lakh Crore."""
    words: list[str] = []
    for size, name in scale:
        count, number = divmod(number, size)
        if count:
            words += [cardinal(count, scale), name]
    if number or not words:
        words.append(_below_hundred(number))
    return " ".join(words)


def _below_hundred(number: int) -> str:
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]}-{_ONES[ones]}" if ones else _TENS[tens]
