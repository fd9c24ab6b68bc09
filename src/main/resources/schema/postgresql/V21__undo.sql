-- Calls of a run that were taken back: each by the event with which it had ended, and the run that did it.
CREATE TABLE undone (
  run_id    uuid        NOT NULL,
  event     BIGINT      NOT NULL,
  tenant    VARCHAR(64) NOT NULL,
  undone_by uuid        NOT NULL,
  undone_at TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (run_id, event)
);

-- The newest run that undoes this one, or did: no other may take back its calls.
ALTER TABLE run ADD COLUMN undo_run uuid;
