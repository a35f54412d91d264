"""Rows of the sales tables that break one rule each, and the constraint that refuses them."""

from typing import Any

from psycopg.types.json import Jsonb

Row = dict[str, Any]

TABLES = (
    "invoices",
    "invoice_lines",
    "payments_received",
    "payment_allocations",
    "stock_positions",
    "inventory_movements",
    "number_counters",
    "idempotency_keys",
)
# What other rules imply: no row breaks these alone.
IMPLIED = {"invoices_sgst_total_check", "invoices_total_check"}
# What a copy of a row must have of its own, so that only what the test changes is wrong with it.
OWN: dict[str, Row] = {
    "invoices": {"id": "copy", "invoice_number": "COPY"},
    "invoice_lines": {"id": "copy", "sort_order": 99},
    "payments_received": {"id": "copy", "payment_number": "COPY"},
    "payment_allocations": {"id": "copy"},
    "stock_positions": {"id": "copy"},
    "inventory_movements": {"id": "copy"},
    "number_counters": {"fiscal_year": 1},
    "idempotency_keys": {"key": "copy"},
}

INVOICES: list[tuple[Row, str]] = [
    ({"id": ""}, "invoices_id_check"),
    ({"id": "x" * 31}, "invoices_id_check"),
    ({"invoice_number": ""}, "invoices_invoice_number_check"),
    ({"invoice_number": "x" * 101}, "invoices_invoice_number_check"),
    ({"status": "OVERDUE", "amount_paid": 0}, "invoices_status_check"),
    ({"status": "sent", "amount_paid": 0}, "invoices_status_check"),
    ({"invoice_date": "1899-12-31"}, "invoices_invoice_date_check"),
    ({"invoice_date": "3000-01-01", "due_date": "3000-01-01"}, "invoices_invoice_date_check"),
    ({"invoice_date": "-infinity"}, "invoices_invoice_date_check"),
    ({"due_date": "infinity"}, "invoices_due_date_check"),
    ({"due_date": "3001-01-01"}, "invoices_due_date_check"),
    ({"due_date": "2026-05-03"}, "invoices_due_after_their_date"),
    ({"currency_code": "RS"}, "invoices_currency_code_check"),
    ({"scheme_ids": Jsonb({})}, "invoices_scheme_ids_check"),
    # 100 and twice 9, of which 40 is paid.
    ({"total": 117}, "invoices_add_up"),
    ({"sub_total": 101}, "invoices_add_up"),
    ({"discount_total": 1}, "invoices_add_up"),
    ({"cgst_total": 8, "sgst_total": 8}, "invoices_add_up"),
    ({"igst_total": 1, "cgst_total": 0, "sgst_total": 0}, "invoices_add_up"),
    ({"adjustment_amount": 1}, "invoices_add_up"),
    ({"round_off": 0.5}, "invoices_add_up"),
    ({"round_off": 0.51, "total": 118.51}, "invoices_round_off_check"),
    ({"round_off": -0.51, "total": 117.49}, "invoices_round_off_check"),
    ({"cgst_total": 8, "sgst_total": 10}, "invoices_halve_the_tax"),
    ({"igst_total": 1, "total": 119}, "invoices_halve_the_tax"),
    ({"sub_total": -1, "adjustment_amount": 101}, "invoices_sub_total_check"),
    ({"discount_total": -1, "total": 119}, "invoices_discount_total_check"),
    ({"cgst_total": -1, "sgst_total": -1, "total": 98}, "invoices_cgst_total_check"),
    ({"igst_total": -1, "cgst_total": 0, "sgst_total": 0, "total": 99}, "invoices_igst_total_check"),
    ({"adjustment_amount": -119, "total": -1, "amount_paid": 0, "status": "VOID"}, "invoices_never_overpaid"),
    ({"amount_paid": -1, "status": "SENT"}, "invoices_amount_paid_check"),
    ({"amount_paid": 118.01}, "invoices_never_overpaid"),
    ({"status": "PAID"}, "invoices_paid_as_their_status_says"),
    ({"status": "SENT"}, "invoices_paid_as_their_status_says"),
    ({"status": "DRAFT"}, "invoices_paid_as_their_status_says"),
    ({"status": "VOID"}, "invoices_paid_as_their_status_says"),
    ({"amount_paid": 0}, "invoices_paid_as_their_status_says"),
    ({"amount_paid": 118}, "invoices_paid_as_their_status_says"),
    (
        {"status": "SENT", "amount_paid": 0, "adjustment_amount": -118, "total": 0},
        "invoices_paid_as_their_status_says",
    ),
    ({"fiscal_year": None}, "invoices_issued_with_a_number"),
    ({"exchange_rate": 0}, "exchange_check"),
    ({"exchange_rate": "NaN"}, "exchange_check"),
    ({"document_discount": "NaN"}, "rate_check"),
    ({"document_discount": -1}, "rate_check"),
    ({"customer_id": "nobody"}, "invoices_customer_fkey"),
    ({"salesperson_id": "nobody"}, "invoices_salesperson_fkey"),
    ({"seller_registration_id": "nobody"}, "invoices_registration_fkey"),
    ({"warehouse_id": "nowhere"}, "invoices_warehouse_fkey"),
    ({"sales_order_id": "none"}, "invoices_sales_order_fkey"),
    ({"same": "invoice_number"}, "invoices_one_per_number"),
    ({"same": "id"}, "invoices_pkey"),
]
LINES: list[tuple[Row, str]] = [
    ({"id": ""}, "invoice_lines_id_check"),
    ({"quantity": 0}, "invoice_lines_quantity_check"),
    ({"quantity": "NaN"}, "quantity_check"),
    ({"unit": ""}, "invoice_lines_unit_check"),
    ({"unit": "x" * 21}, "invoice_lines_unit_check"),
    ({"rate": -1}, "rate_check"),
    ({"rate": "NaN"}, "rate_check"),
    ({"discount": -1}, "invoice_lines_discount_check"),
    ({"tax_rate_percent": 100.1}, "percent_check"),
    ({"tax_rate_percent": "NaN"}, "percent_check"),
    ({"taxable_amount": -1, "total": 17}, "invoice_lines_taxable_amount_check"),
    ({"cgst_amount": -1, "sgst_amount": -1, "total": 98}, "invoice_lines_cgst_amount_check"),
    ({"sgst_amount": 10, "total": 119}, "invoice_lines_check"),
    ({"igst_amount": -1, "total": 117}, "invoice_lines_igst_amount_check"),
    ({"total": 118.01}, "invoice_lines_add_up"),
    ({"taxable_amount": 99}, "invoice_lines_add_up"),
    ({"width": 0}, "invoice_lines_width_check"),
    ({"height": -1}, "invoice_lines_height_check"),
    ({"length_unit": "YD"}, "invoice_lines_length_unit_check"),
    ({"qty_count": 0}, "invoice_lines_qty_count_check"),
    ({"invoice_id": "none"}, "invoice_lines_invoice_fkey"),
    ({"item_id": "none", "item_variant_id": None}, "invoice_lines_item_fkey"),
    ({"item_variant_id": "none"}, "invoice_lines_variant_fkey"),
    ({"same": "sort_order"}, "invoice_lines_in_order"),
    ({"same": "id"}, "invoice_lines_pkey"),
]
PAYMENTS: list[tuple[Row, str]] = [
    ({"id": ""}, "payments_received_id_check"),
    ({"payment_number": ""}, "payments_received_payment_number_check"),
    ({"payment_date": "1899-12-31"}, "payments_received_payment_date_check"),
    ({"payment_date": "infinity"}, "payments_received_payment_date_check"),
    ({"mode": "BARTER"}, "payments_received_mode_check"),
    ({"currency_code": ""}, "payments_received_currency_code_check"),
    # 50 and 10 of tax deducted, of which 40 is allocated and 5 is of the opening balance.
    ({"amount": -1, "tds_amount": 100}, "payments_received_amount_check"),
    ({"tds_amount": -1}, "payments_received_tds_amount_check"),
    (
        {"amount": 0, "tds_amount": 0, "allocated": 0, "opening_balance_applied": 0},
        "payments_received_are_of_something",
    ),
    ({"allocated": -1}, "payments_received_allocated_check"),
    ({"opening_balance_applied": -1}, "payments_received_opening_balance_applied_check"),
    ({"allocated": 55.01}, "payments_received_never_overspent"),
    ({"opening_balance_applied": 20.01}, "payments_received_never_overspent"),
    ({"tds_amount": 0, "amount": 44.99}, "payments_received_never_overspent"),
    ({"exchange_rate": "NaN"}, "exchange_check"),
    ({"customer_id": "nobody"}, "payments_received_customer_fkey"),
    ({"same": "payment_number"}, "payments_received_one_per_number"),
    ({"same": "id"}, "payments_received_pkey"),
]
ALLOCATIONS: list[tuple[Row, str]] = [
    ({"id": ""}, "payment_allocations_id_check"),
    ({"amount": 0}, "payment_allocations_amount_check"),
    ({"amount": -1}, "payment_allocations_amount_check"),
    ({"amount": "NaN"}, "amount_check"),
    ({"amount": 0.001}, "payment_allocations_amount_check"),
    ({"invoice_id": None}, "payment_allocations_settle_one_thing"),
    ({"customer_adjustment_id": "cad_1"}, "payment_allocations_settle_one_thing"),
    ({"payment_id": "none"}, "payment_allocations_payment_fkey"),
    ({"invoice_id": "none"}, "payment_allocations_invoice_fkey"),
    ({"same": "id"}, "payment_allocations_pkey"),
]
POSITIONS: list[tuple[Row, str]] = [
    ({"id": ""}, "stock_positions_id_check"),
    ({"quantity_on_hand": "NaN"}, "stock_positions_quantity_on_hand_check"),
    ({"quantity_reserved": -1}, "stock_positions_quantity_reserved_check"),
    ({"quantity_reserved": "NaN"}, "stock_positions_quantity_reserved_check"),
    ({"low_stock_threshold": -1}, "stock_positions_low_stock_threshold_check"),
    ({"low_stock_threshold": "NaN"}, "stock_positions_low_stock_threshold_check"),
    ({"quantity_on_hand": 0, "value": 0.01}, "stock_positions_empty_is_worth_nothing"),
    ({"average_cost": -1}, "rate_check"),
    ({"item_variant_id": "none"}, "stock_positions_variant_fkey"),
    ({"warehouse_id": "none"}, "stock_positions_warehouse_fkey"),
    ({}, "stock_positions_one_per_variant_and_warehouse"),
    ({"same": "id"}, "stock_positions_pkey"),
]
MOVEMENTS: list[tuple[Row, str]] = [
    ({"id": ""}, "inventory_movements_id_check"),
    ({"movement_type": "LOST"}, "inventory_movements_movement_type_check"),
    ({"quantity": 0}, "inventory_movements_quantity_check"),
    ({"quantity": -1}, "inventory_movements_quantity_check"),
    ({"quantity": "NaN"}, "quantity_check"),
    ({"unit_cost": -1}, "rate_check"),
    ({"total_cost": -1}, "inventory_movements_total_cost_check"),
    ({"balance_after": "NaN"}, "inventory_movements_balance_after_check"),
    ({"avg_cost_after": "NaN"}, "rate_check"),
    ({"warehouse_id": "none"}, "inventory_movements_position_fkey"),
    ({"reverses_id": "none"}, "inventory_movements_reversed_fkey"),
    ({"same": "id"}, "inventory_movements_pkey"),
]
COUNTERS: list[tuple[Row, str]] = [
    ({"fiscal_year": -1}, "number_counters_fiscal_year_check"),
    ({"fiscal_year": 10_000}, "number_counters_fiscal_year_check"),
    ({"next_number": 0, "last_taken": 0}, "number_counters_never_go_back"),
    ({"last_taken": 5, "next_number": 5}, "number_counters_never_go_back"),
    ({"last_taken": -1}, "number_counters_last_taken_check"),
    ({"next_number": 9_007_199_254_740_993}, "number_counters_next_number_check"),
    ({"same": "fiscal_year"}, "number_counters_pkey"),
]
KEYS: list[tuple[Row, str]] = [
    ({"key": ""}, "idempotency_keys_key_check"),
    ({"key": "x" * 256}, "idempotency_keys_key_check"),
    ({"same": "key"}, "idempotency_keys_pkey"),
]
MONEY: dict[str, list[str]] = {
    "invoices": [
        "sub_total",
        "discount_total",
        "cgst_total",
        "sgst_total",
        "igst_total",
        "adjustment_amount",
        "round_off",
        "total",
        "amount_paid",
    ],
    "invoice_lines": ["discount", "taxable_amount", "cgst_amount", "sgst_amount", "igst_amount", "total"],
    "payments_received": ["amount", "tds_amount", "allocated", "opening_balance_applied"],
    "stock_positions": ["value"],
    "inventory_movements": ["total_cost"],
}
BY_TABLE = dict(
    zip(TABLES, (INVOICES, LINES, PAYMENTS, ALLOCATIONS, POSITIONS, MOVEMENTS, COUNTERS, KEYS), strict=True)
)
CASES = [
    *((table, change, name) for table, rows in BY_TABLE.items() for change, name in rows),
    *((table, {column: "NaN"}, "amount_check") for table, columns in MONEY.items() for column in columns),
]
