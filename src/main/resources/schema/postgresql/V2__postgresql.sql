-- What PostgreSQL has beside the tables of V1.

-- When it is a queued run's turn within its tenant: each step of priority is worth five minutes of waiting. What a server
-- has reserved comes before all others. An append changes nothing that is indexed here.
ALTER TABLE run ADD COLUMN turn_at TIMESTAMP WITH TIME ZONE GENERATED ALWAYS AS (
  CASE WHEN owner IS NULL
       THEN ((due_at AT TIME ZONE 'UTC') - priority * INTERVAL '5 minutes') AT TIME ZONE 'UTC'
       ELSE TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00' END) STORED;
CREATE INDEX run_turn ON run (status, tenant, turn_at);
CREATE INDEX run_wake ON run (due_at) WHERE status = 'WAITING';
-- To find runs whose wait nothing will end.
CREATE INDEX run_waits ON run (waiting_for, id) WHERE status = 'WAITING' AND due_at IS NULL;
-- What waits for people, the longest waiting first: its list, and the runs of which people are reminded.
CREATE INDEX run_waits_for_people ON run (updated_at, id)
  WHERE status IN ('WAITING', 'PAUSED')
    AND waiting_for IN ('approval', 'answer', 'reconciliation', 'loop', 'migration', 'budget');
CREATE INDEX run_parent ON run (parent);
CREATE INDEX run_works_for ON run (works_for) WHERE works_for IS NOT NULL;
CREATE INDEX run_reports_to ON run (reports_to) WHERE reports_to IS NOT NULL;

-- Lists of runs, each in its order.
CREATE INDEX run_list ON run (tenant, created_at, id);
CREATE INDEX run_list_by_status ON run (tenant, status, created_at, id);
CREATE INDEX run_list_by_agent ON run (tenant, agent, created_at, id);
CREATE INDEX run_list_by_both ON run (tenant, agent, status, created_at, id);
CREATE INDEX run_list_by_end ON run (tenant, ended_at, id) INCLUDE (failure_code) WHERE ended_at IS NOT NULL;
CREATE INDEX run_list_by_failure ON run (tenant, failure_code, ended_at, id) WHERE failure_code IS NOT NULL;
CREATE INDEX run_label_list ON run_label (tenant, name, value, created_at, run_id);

-- A prepared statement is planned without its values, by how many different ones the statistics have. If they have seen only
-- one agent, a list by agent would use the index of all runs.
ALTER TABLE run ALTER COLUMN agent SET (n_distinct = 100), ALTER COLUMN status SET (n_distinct = 8);

-- What retention may erase, the oldest of each group first; and the runs that ended last, whose jobs may not have ended.
CREATE INDEX run_ended ON run (tenant, agent, status, updated_at, id)
  WHERE status IN ('COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER');
CREATE INDEX run_job_ended ON run (updated_at) WHERE status IN ('COMPLETED', 'CANCELLED') AND execution IS NOT NULL;

-- An append finds room for the row's next version on the same page.
ALTER TABLE run SET (fillfactor = 50);
-- Payloads of a few KiB stay in their row: a row of its own for each part would be written twice.
ALTER TABLE event SET (toast_tuple_target = 8160);
-- Whether a large payload is still in use.
CREATE INDEX event_blob ON event (blob, tenant) WHERE blob <> '';

-- Pages of artifacts are in the order of their characters' codes, as on Derby, whatever the language of the database is.
ALTER TABLE artifact
  ALTER COLUMN role_name TYPE VARCHAR(64) COLLATE "C",
  ALTER COLUMN method TYPE VARCHAR(64) COLLATE "C";
