-- A preview of an act on many runs is kept with its runs; the API key on whose behalf an operation works can be revoked.
ALTER TABLE bulk_operation ADD COLUMN requested_by_key VARCHAR(36);
CREATE INDEX bulk_operation_requester ON bulk_operation (tenant, requested_by, status, created_at);

-- A filter that names a thousand runs is longer than the column was.
ALTER TABLE bulk_operation ADD COLUMN whole_filter CLOB;
UPDATE bulk_operation SET whole_filter = run_filter;
ALTER TABLE bulk_operation DROP COLUMN run_filter;
RENAME COLUMN bulk_operation.whole_filter TO run_filter;
