-- When it is a queued run's turn within its tenant: each step of priority is worth five minutes of waiting. What a dispatcher
-- has reserved had its turn, and stands before the others. An append changes none of this.
ALTER TABLE run ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN turn_at TIMESTAMP WITH TIME ZONE GENERATED ALWAYS AS (
  CASE WHEN owner IS NULL
       THEN ((due_at AT TIME ZONE 'UTC') - priority * INTERVAL '5 minutes') AT TIME ZONE 'UTC'
       ELSE TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00' END) STORED;
CREATE INDEX run_turn ON run (status, tenant, turn_at);
DROP INDEX run_due;
CREATE INDEX run_wake ON run (due_at) WHERE status = 'WAITING';

-- One row, which a dispatcher changes before it shares places out: one at a time, whichever server looks.
CREATE TABLE share (
  id     INTEGER NOT NULL PRIMARY KEY,
  shared BIGINT  NOT NULL
);
INSERT INTO share (id, shared) VALUES (1, 0);
