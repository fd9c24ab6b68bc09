-- What lists of runs show, so that they need not read records: how far a run has come, when and how it ended, and why it waits or failed.
ALTER TABLE run ADD COLUMN phase VARCHAR(64);
ALTER TABLE run ADD COLUMN iteration INTEGER;
ALTER TABLE run ADD COLUMN progressed_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE run ADD COLUMN ended_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE run ADD COLUMN failure_code VARCHAR(128);
ALTER TABLE run ADD COLUMN status_reason VARCHAR(6000);
UPDATE run SET ended_at = updated_at WHERE status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER');

-- The runs that ended last, and those of them that failed for one cause. Only an end or a retry changes them.
CREATE INDEX run_list_by_end ON run (tenant, ended_at, id) INCLUDE (failure_code) WHERE ended_at IS NOT NULL;
CREATE INDEX run_list_by_failure ON run (tenant, failure_code, ended_at, id) WHERE failure_code IS NOT NULL;
