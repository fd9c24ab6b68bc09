-- Runs that are erased: gone from the table of runs, with something left of them elsewhere.
CREATE TABLE erasure (
  run_id    VARCHAR(36) NOT NULL PRIMARY KEY,
  tenant    VARCHAR(64) NOT NULL,
  erased_at TIMESTAMP   NOT NULL
);
-- Whether a large payload is still in use.
-- In the place of the index that the reference to the run had, which V10.1 takes away.
CREATE INDEX event_blob ON event (blob);
