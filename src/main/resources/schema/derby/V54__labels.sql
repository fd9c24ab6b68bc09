-- The labels of a run, for its view; and each of them by itself, so that runs are found by a label, the newest first.
ALTER TABLE run ADD COLUMN labels VARCHAR(8000);
CREATE TABLE run_label (
  run_id     VARCHAR(36)  NOT NULL,
  tenant     VARCHAR(64)  NOT NULL,
  name       VARCHAR(63)  NOT NULL,
  value      VARCHAR(200) NOT NULL,
  created_at TIMESTAMP    NOT NULL,
  PRIMARY KEY (run_id, name)
);
CREATE INDEX run_label_list ON run_label (tenant, name, value, created_at DESC);
-- The list from its oldest end.
CREATE INDEX run_list_oldest ON run (tenant, created_at);
