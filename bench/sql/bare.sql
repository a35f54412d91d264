-- name: tables
-- The tables of an invoice with their columns, checks and indexes, and nothing that the service adds: no row level
-- security, no trail, no foreign keys.
CREATE SCHEMA bare;
CREATE TABLE bare.invoices (LIKE public.invoices INCLUDING ALL);
CREATE TABLE bare.invoice_lines (LIKE public.invoice_lines INCLUDING ALL);
CREATE TABLE bare.inventory_movements (LIKE public.inventory_movements INCLUDING ALL);
CREATE TABLE bare.stock_positions (LIKE public.stock_positions INCLUDING ALL);
CREATE TABLE bare.number_counters (LIKE public.number_counters INCLUDING ALL);
INSERT INTO bare.stock_positions SELECT * FROM public.stock_positions;
INSERT INTO bare.number_counters SELECT * FROM public.number_counters;
