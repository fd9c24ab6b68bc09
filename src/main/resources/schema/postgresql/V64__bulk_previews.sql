-- A preview of an act on many runs is kept with its runs; the API key on whose behalf an operation works can be revoked.
ALTER TABLE bulk_operation ADD COLUMN requested_by_key UUID;
CREATE INDEX bulk_operation_requester ON bulk_operation (tenant, requested_by, status, created_at);

-- A filter that names a thousand runs is longer than the column was.
ALTER TABLE bulk_operation ALTER COLUMN run_filter TYPE TEXT;
