-- What people decide about calls of a run that a job holds; taken, in order, into its journal once the run waits.
CREATE TABLE run_decision (
  run_id     VARCHAR(36) NOT NULL,
  number     BIGINT      NOT NULL,
  call_key   CHAR(64)    NOT NULL,
  type       VARCHAR(64) NOT NULL,
  version    INTEGER     NOT NULL,
  posted_at  TIMESTAMP   NOT NULL,
  decision   CLOB        NOT NULL,
  cipher_key VARCHAR(16) NOT NULL DEFAULT '',
  PRIMARY KEY (run_id, number)
);
