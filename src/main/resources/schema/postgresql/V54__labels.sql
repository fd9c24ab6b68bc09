-- The labels of a run, for its view; and each of them by itself, so that runs are found by a label, the newest first.
ALTER TABLE run ADD COLUMN labels VARCHAR(8000);
CREATE TABLE run_label (
  run_id     UUID         NOT NULL,
  tenant     VARCHAR(64)  NOT NULL,
  name       VARCHAR(63)  NOT NULL,
  value      VARCHAR(200) NOT NULL,
  created_at TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (run_id, name)
);
CREATE INDEX run_label_list ON run_label (tenant, name, value, created_at, run_id);
