-- Stored figures changed behind the service's back, one a statement, so that history no longer adds up to them.

-- name: invoice_line
UPDATE invoice_lines SET taxable_amount = taxable_amount + 1, total = total + 1 WHERE organization_id = %(organization_id)s;

-- name: invoice_line_state_tax
UPDATE invoice_lines SET cgst_amount = 1, sgst_amount = 1, total = total + 2 WHERE organization_id = %(organization_id)s;

-- name: invoice_line_tax
UPDATE invoice_lines SET igst_amount = 1, total = total + 1 WHERE organization_id = %(organization_id)s;

-- name: invoice_paid
UPDATE invoices SET amount_paid = amount_paid + 1 WHERE organization_id = %(organization_id)s AND status = 'PARTIALLY_PAID';

-- name: invoice_allocation
UPDATE payment_allocations SET amount = amount + 1 WHERE organization_id = %(organization_id)s;

-- name: bill_line
UPDATE bill_lines SET taxable_amount = taxable_amount + 1, total = total + 1 WHERE organization_id = %(organization_id)s;

-- name: bill_paid
UPDATE bills SET amount_paid = amount_paid + 1 WHERE organization_id = %(organization_id)s;

-- name: credit_note_line
UPDATE credit_note_lines SET taxable_amount = taxable_amount + 1, total = total + 1 WHERE organization_id = %(organization_id)s;

-- name: debit_note_line
UPDATE debit_note_lines SET taxable_amount = taxable_amount + 1, total = total + 1 WHERE organization_id = %(organization_id)s;

-- name: payment_received
UPDATE payments_received SET allocated = allocated + 1 WHERE organization_id = %(organization_id)s AND deleted_at IS NULL;

-- name: payment_made
UPDATE payments_made SET allocated = allocated + 1 WHERE organization_id = %(organization_id)s;

-- name: credit_note
UPDATE credit_notes SET allocated_amount = allocated_amount + 1 WHERE organization_id = %(organization_id)s;

-- name: debit_note
UPDATE debit_notes SET allocated_amount = allocated_amount + 1 WHERE organization_id = %(organization_id)s;

-- name: opening_balance
UPDATE customers SET opening_balance_applied = opening_balance_applied + 1 WHERE organization_id = %(organization_id)s;

-- name: counter
UPDATE number_counters SET last_taken = last_taken - 1, next_number = next_number - 1 WHERE organization_id = %(organization_id)s;

-- name: movement
UPDATE inventory_movements SET balance_after = balance_after + 1, avg_cost_after = avg_cost_after + 1
WHERE organization_id = %(organization_id)s AND movement_type = 'SALES_OUT';

-- name: movement_cost
UPDATE inventory_movements SET unit_cost = unit_cost + 1, total_cost = total_cost + 1
WHERE organization_id = %(organization_id)s AND movement_type = 'SALES_OUT';

-- name: movement_quantity
UPDATE inventory_movements SET quantity = quantity + 1
WHERE organization_id = %(organization_id)s AND movement_type = 'SALES_OUT';

-- name: position
UPDATE stock_positions SET quantity_on_hand = quantity_on_hand + 1, value = value + 1, average_cost = average_cost + 1
WHERE organization_id = %(organization_id)s;

-- name: no_counter
DELETE FROM number_counters WHERE organization_id = %(organization_id)s;

-- name: no_counter_of_its_own
DELETE FROM number_counters WHERE organization_id = %(organization_id)s AND fiscal_year <> 0;

-- name: invoice_date
UPDATE invoices SET invoice_date = invoice_date + 365 WHERE organization_id = %(organization_id)s;

-- name: expense_date
UPDATE expenses SET expense_date = expense_date + 365 WHERE organization_id = %(organization_id)s;

-- name: payment_received_date
UPDATE payments_received SET payment_date = payment_date + 365 WHERE organization_id = %(organization_id)s;

-- name: reversal_cost
UPDATE inventory_movements SET total_cost = total_cost + 1 WHERE organization_id = %(organization_id)s AND reverses_id IS NOT NULL;

-- name: reversal_unit_cost
UPDATE inventory_movements SET unit_cost = unit_cost + 1 WHERE organization_id = %(organization_id)s AND reverses_id IS NOT NULL;

-- name: reversal_quantity
UPDATE inventory_movements SET quantity = quantity + 1 WHERE organization_id = %(organization_id)s AND reverses_id IS NOT NULL;

-- name: return_cost
UPDATE inventory_movements SET total_cost = total_cost + 100
WHERE organization_id = %(organization_id)s AND movement_type = 'SALES_RETURN_IN';

-- name: return_cost_less
UPDATE inventory_movements SET total_cost = total_cost - 1
WHERE organization_id = %(organization_id)s AND movement_type = 'SALES_RETURN_IN';

-- name: return_quantity
UPDATE inventory_movements SET quantity = quantity + 9
WHERE organization_id = %(organization_id)s AND movement_type = 'SALES_RETURN_IN';

-- name: invoice_line_quantity
UPDATE invoice_lines SET quantity = quantity + 1 WHERE organization_id = %(organization_id)s;

-- name: invoice_line_variant
UPDATE invoice_lines l SET item_variant_id = v.id
FROM item_variants v
WHERE l.organization_id = %(organization_id)s
  AND v.organization_id = l.organization_id
  AND v.item_id = l.item_id
  AND v.id <> l.item_variant_id;

-- name: bill_line_quantity
UPDATE bill_lines SET quantity = quantity + 1 WHERE organization_id = %(organization_id)s;

-- name: credit_note_line_quantity
UPDATE credit_note_lines SET quantity = quantity + 1 WHERE organization_id = %(organization_id)s;

-- name: credit_note_line_restock
UPDATE credit_note_lines SET restock = false WHERE organization_id = %(organization_id)s;

-- name: debit_note_line_quantity
UPDATE debit_note_lines SET quantity = quantity + 1 WHERE organization_id = %(organization_id)s;

-- name: bill_void
UPDATE bills SET status = 'VOID' WHERE organization_id = %(organization_id)s;

-- name: invoice_void
UPDATE invoices SET status = 'VOID' WHERE organization_id = %(organization_id)s AND status = 'SENT';

-- name: record_count
UPDATE record_counts SET change = change + 1 WHERE organization_id = %(organization_id)s AND table_name = 'invoices';

-- name: receivable
UPDATE receivables_by_day SET change = change + 1 WHERE organization_id = %(organization_id)s;

-- name: no_receivable
DELETE FROM receivables_by_day WHERE organization_id = %(organization_id)s;

-- name: invoice_line_exempt
UPDATE invoice_lines SET taxability = 'EXEMPT' WHERE organization_id = %(organization_id)s;

-- name: invoice_line_taxable
UPDATE invoice_lines SET taxability = 'TAXABLE' WHERE organization_id = %(organization_id)s;

-- name: invoice_cess
WITH lines AS (
    UPDATE invoice_lines SET cess_amount = cess_amount + %(more)s::numeric, total = total + %(more)s::numeric
    WHERE organization_id = %(organization_id)s
)
UPDATE invoices SET cess_total = cess_total + %(more)s::numeric, total = total + %(more)s::numeric
WHERE organization_id = %(organization_id)s;

-- name: invoice_supply_type
UPDATE invoices SET supply_type = %(supply_type)s WHERE organization_id = %(organization_id)s;

-- name: invoice_number
UPDATE invoices SET invoice_number = %(number)s WHERE organization_id = %(organization_id)s AND id = %(id)s;

-- name: recurring_invoice
UPDATE recurring_invoices SET made = made + 1 WHERE organization_id = %(organization_id)s;

-- name: recurring_invoice_day
UPDATE recurring_invoice_days SET due_date = due_date + 1 WHERE organization_id = %(organization_id)s;
