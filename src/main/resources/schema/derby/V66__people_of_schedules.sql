-- Who last gave a schedule its definition, and who requested a firing: its runs are attributed to them. NULL is unknown.
ALTER TABLE schedule ADD COLUMN defined_by VARCHAR(256);
ALTER TABLE firing ADD COLUMN requested_by VARCHAR(256);
