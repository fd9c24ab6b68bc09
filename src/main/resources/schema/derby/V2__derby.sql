-- What Derby has beside the tables of V1. Derby reads an index in one direction only and knows no partial ones.

-- When it is a queued run's turn within its tenant: each step of priority is worth five minutes of waiting. What a server
-- has reserved comes before all others. An append changes nothing that is indexed here.
ALTER TABLE run ADD COLUMN turn_at TIMESTAMP GENERATED ALWAYS AS (
  CASE WHEN owner IS NULL THEN {fn TIMESTAMPADD(SQL_TSI_MINUTE, -5 * priority, due_at)}
       ELSE TIMESTAMP('1970-01-01 00:00:00') END);
CREATE INDEX run_turn ON run (status, tenant, turn_at);
CREATE INDEX run_due ON run (status, due_at);
-- To find runs whose wait nothing will end.
CREATE INDEX run_waits ON run (waiting_for, id);
CREATE INDEX run_works_for ON run (works_for);
CREATE INDEX run_reports_to ON run (reports_to);

-- Lists of runs. None has the id: Derby would use an index that has both tenant and id to look up a run's tenant, would read
-- past rows that other appends have locked, and two such appends would wait for each other.
CREATE INDEX run_list ON run (tenant, created_at DESC);
CREATE INDEX run_list_oldest ON run (tenant, created_at);
CREATE INDEX run_list_by_status ON run (tenant, status, created_at DESC);
CREATE INDEX run_list_by_agent ON run (tenant, agent, created_at DESC);
CREATE INDEX run_list_by_both ON run (tenant, agent, status, created_at DESC);
CREATE INDEX run_list_by_end ON run (tenant, ended_at DESC, failure_code);
CREATE INDEX run_list_by_failure ON run (tenant, failure_code, ended_at DESC);
CREATE INDEX run_label_list ON run_label (tenant, name, value, created_at DESC);

-- What retention may erase, the oldest of each group first; and the runs that ended last, whose jobs may not have ended.
CREATE INDEX run_ended ON run (tenant, agent, status, updated_at, id);
CREATE INDEX run_job_ended ON run (updated_at DESC);

-- Whether a large payload is still in use.
CREATE INDEX event_blob ON event (blob);

-- How many numbers Derby takes from an identity at once. A transaction that takes the next range is refused (40XL1) while
-- another one reads the identity's row, as one that compiles a statement does. With the usual 100, jobs failed to start for
-- that again and again; with 10,000, one in 10,000. After a crash that many numbers are left out.
CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.language.sequence.preallocator', '10000');
