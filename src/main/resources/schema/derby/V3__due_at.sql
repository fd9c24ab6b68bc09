-- When a queued run became due, and when a waiting one is woken. An append moves nothing that is indexed.
ALTER TABLE run ADD COLUMN due_at TIMESTAMP;
UPDATE run SET due_at = updated_at WHERE status = 'QUEUED';
DROP INDEX run_queue;
CREATE INDEX run_due ON run (status, due_at);
