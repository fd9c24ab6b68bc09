-- Calls of a run that were taken back: each by the event with which it had ended, and the run that did it.
CREATE TABLE undone (
  run_id    VARCHAR(36) NOT NULL,
  event     BIGINT      NOT NULL,
  tenant    VARCHAR(64) NOT NULL,
  undone_by VARCHAR(36) NOT NULL,
  undone_at TIMESTAMP   NOT NULL,
  PRIMARY KEY (run_id, event)
);

-- The newest run that undoes this one, or did: no other may take back its calls.
ALTER TABLE run ADD COLUMN undo_run VARCHAR(36);
