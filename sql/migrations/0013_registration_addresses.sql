-- Where a registration is: a tax invoice bears the address of the GSTIN it is issued under (CGST Rules, rule 46(a)). Null
-- where that is the organization's own.
ALTER TABLE registrations ADD COLUMN address text;
