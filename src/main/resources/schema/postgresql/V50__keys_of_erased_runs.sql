-- The run that a request with a key was about, so that the response goes with the run when it is erased.
ALTER TABLE idempotency_key ADD COLUMN run_id UUID;
UPDATE idempotency_key SET run_id = created_id;
CREATE INDEX idempotency_key_run ON idempotency_key (run_id);
CREATE INDEX idempotency_key_created ON idempotency_key (created_id);
CREATE INDEX dedupe_key_run ON dedupe_key (run_id);
