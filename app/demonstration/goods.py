"""The wares of the demonstration: request bodies of items and variants, and the quantities that are traded.

A value `@name` stands for the id of the record made before under that name.
"""

from dataclasses import dataclass
from typing import Any

from app.wire import Json


@dataclass(frozen=True)
class Ware:
    """An item, or one of its variants as `item/variant`, that a line can sell: between `fewest` and `most` at once.

    `level` is the stock at the beginning of a month, 0 for goods and services without stock. With `sides` (width,
    height, unit) all quantities count pieces. `price` is the selling price; `vendor` charges `cost` and `tax`
    (percent).
    """

    name: str
    fewest: int
    most: int
    price: float
    level: int = 0
    cost: float = 0
    vendor: str = ""
    tax: int = 0
    sides: tuple[float, float, str] | None = None

    @property
    def item(self) -> str:
        """The name under which the item was made."""
        return self.name.partition("/")[0]


WARES = (
    Ware("shirt/S", 1, 8, 899, 70, 540, "mill", 5),
    Ware("shirt/M", 2, 12, 899, 110, 540, "mill", 5),
    Ware("shirt/L", 2, 12, 899, 110, 540, "mill", 5),
    Ware("shirt/XL", 1, 6, 949, 60, 560, "mill", 5),
    Ware("bedsheet/Single", 2, 10, 650, 90, 410, "mill", 5),
    Ware("bedsheet/Double", 2, 8, 990, 80, 640, "mill", 5),
    Ware("sari", 1, 6, 2450, 60, 1600, "weaver", 5),
    Ware("kettle", 1, 4, 1299.5, 45, 910, "maker", 18),
    Ware("soap", 5, 40, 48, 320, 31, "maker", 5),
    Ware("tile", 20, 90, 742.5, 330, 560, "tiler", 18, (0.6, 0.6, "M")),
    Ware("glass", 1, 6, 165, sides=(3.5, 6.25, "FT")),
    Ware("rice", 10, 60, 62),
    Ware("delivery", 1, 2, 250),
    Ware("fitting", 2, 10, 450),
)
# Wares that are sold now and then, so that every taxability and cess occur.
SALT, DIESEL, COLA = (Ware("salt", 20, 80, 18), Ware("diesel", 10, 40, 92), Ware("cola", 12, 60, 45))
KEPT = tuple(ware for ware in WARES if ware.level)
VENDORS_OF_GOODS = tuple(dict.fromkeys(ware.vendor for ware in KEPT))

TAX_RATES: tuple[tuple[str, Json], ...] = (
    ("GST 0%", {"name": "GST 0%", "ratePercent": 0}),
    ("GST 5%", {"name": "GST 5%", "ratePercent": 5}),
    ("GST 18%", {"name": "GST 18%", "ratePercent": 18, "isDefault": True}),
    ("GST 40%", {"name": "GST 40%", "ratePercent": 40}),
)
ITEM_GROUPS: tuple[tuple[str, Json], ...] = (
    ("home", {"name": "Home"}),
    ("textile", {"name": "Textiles", "sortOrder": 1}),
    ("floors", {"name": "Floors and glass", "parentGroupId": "@home"}),
)


def _goods(key: str, hsn: str, selling: float, purchase: float, rate: str, **more: Any) -> tuple[str, Json]:
    ware = {"sku": key.upper(), "hsnOrSac": hsn, "sellingPrice": selling, "purchasePrice": purchase}
    return key, ware | {"taxRateId": f"@{rate}", "trackInventory": True} | more


def _service(name: str, title: str, sac: str, selling: float, unit: str) -> tuple[str, Json]:
    service = {"name": title, "sku": name.upper(), "hsnOrSac": sac, "type": "SERVICE", "unit": unit}
    return name, service | {"sellingPrice": selling, "taxRateId": "@GST 18%"}


ITEMS: tuple[tuple[str, Json], ...] = (
    _goods(
        "shirt",
        "620520",
        899,
        540,
        "GST 5%",
        name="Cotton shirt",
        groupId="@textile",
        primaryVendorId="@mill",
        variants=[
            {"size": "S", "sku": "SHIRT-S"},
            {"size": "M", "sku": "SHIRT-M"},
            {"size": "L", "sku": "SHIRT-L"},
            {"size": "XL", "sku": "SHIRT-XL", "sellingPrice": 949, "purchasePrice": 560},
        ],
    ),
    _goods(
        "bedsheet",
        "630419",
        650,
        410,
        "GST 5%",
        name="Printed bedsheet",
        groupId="@textile",
        primaryVendorId="@mill",
        variants=[
            {"size": "Single", "sku": "SHEET-1"},
            {"size": "Double", "sku": "SHEET-2", "sellingPrice": 990, "purchasePrice": 640},
        ],
    ),
    _goods(
        "sari",
        "520859",
        2450,
        1600,
        "GST 5%",
        name="Handloom sari",
        groupId="@textile",
        primaryVendorId="@weaver",
    ),
    _goods(
        "kettle",
        "851679",
        1299.5,
        910,
        "GST 18%",
        name="Electric kettle 1.5 l",
        groupId="@home",
        primaryVendorId="@maker",
        isPriceInclusive="true",
    ),
    _goods(
        "soap",
        "340111",
        48,
        31,
        "GST 5%",
        name="Neem soap 125 g",
        groupId="@home",
        primaryVendorId="@maker",
        isPriceInclusive="true",
    ),
    _goods(
        "tile",
        "690721",
        742.5,
        560,
        "GST 18%",
        name="Vitrified tile 600 × 600 mm",
        groupId="@floors",
        primaryVendorId="@tiler",
        unit="SQM",
        pricingMode="AREA",
        defaultLengthUnit="M",
    ),
    _goods(
        "glass",
        "700719",
        165,
        118,
        "GST 18%",
        name="Toughened glass 8 mm, cut to size",
        groupId="@floors",
        unit="SQFT",
        pricingMode="AREA",
        defaultLengthUnit="FT",
        trackInventory=False,
    ),
    _goods(
        "rice",
        "100630",
        62,
        51.25,
        "GST 0%",
        name="Loose rice",
        unit="KG",
        trackInventory=False,
        taxability="EXEMPT",
    ),
    _goods(
        "salt",
        "250100",
        18,
        14,
        "GST 0%",
        name="Iodised salt",
        unit="KG",
        trackInventory=False,
        taxability="NIL_RATED",
    ),
    _goods(
        "diesel",
        "271019",
        92,
        89,
        "GST 0%",
        name="Diesel for generators",
        unit="LTR",
        trackInventory=False,
        taxability="NON_GST",
    ),
    _goods(
        "cola",
        "220210",
        45,
        36,
        "GST 40%",
        name="Cola 750 ml",
        unit="BTL",
        trackInventory=False,
        cessRatePercent=12,
    ),
    _service("delivery", "Local delivery", "996511", 250, "NOS"),
    _service("fitting", "Fitting of floors and glass", "995474", 450, "HRS"),
)
PRICE_LISTS: tuple[tuple[str, Json], ...] = (
    (
        "wholesale",
        {
            "name": "Wholesale",
            "type": "SELLING",
            "description": "For customers who buy by the box.",
            "entries": [{"itemId": "@shirt", "rate": 749}, {"itemId": "@sari", "rate": 2100}],
        },
    ),
)
