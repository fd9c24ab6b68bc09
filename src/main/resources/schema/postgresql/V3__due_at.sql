-- When a queued run became due, and when a waiting one is woken. An append moves nothing that is indexed,
-- and finds room for the row's next version on its own page.
ALTER TABLE run ADD COLUMN due_at TIMESTAMP WITH TIME ZONE;
UPDATE run SET due_at = updated_at WHERE status = 'QUEUED';
DROP INDEX run_queue;
CREATE INDEX run_due ON run (status, due_at);
ALTER TABLE run SET (fillfactor = 50);

-- Payloads of a few KiB stay in their row: a row of its own for each part is written twice.
ALTER TABLE event SET (toast_tuple_target = 8160);
