-- The list is read from its newest end, and Derby reads an index in one direction only.
DROP INDEX run_list;
CREATE INDEX run_list ON run (tenant, created_at DESC);
