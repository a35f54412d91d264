-- Functions that write with the owner's rights are for the owner's triggers alone. Whoever might execute them could put
-- them on a temporary table of its own, and write rows of the audit trail or change totals by way of it. A trigger that is
-- there fires without anybody's right to its function.
REVOKE EXECUTE ON FUNCTION audit_row, count_added, count_removed FROM PUBLIC;
