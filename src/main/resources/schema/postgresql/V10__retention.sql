-- Runs that are erased: gone from the table of runs, with something left of them elsewhere.
CREATE TABLE erasure (
  run_id    uuid        NOT NULL PRIMARY KEY,
  tenant    VARCHAR(64) NOT NULL,
  erased_at TIMESTAMP WITH TIME ZONE NOT NULL
);
-- The batch store finds the jobs of a run by their parameter.
CREATE INDEX jbatch_jp_value_ix ON jbatch_jobparameter (value);
-- Whether a large payload is still in use.
CREATE INDEX event_blob ON event (blob, tenant) WHERE blob <> '';
