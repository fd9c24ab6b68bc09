-- The reply to the one model call of a run that a batch of its provider gave before the run began. Encrypted where records are.
CREATE TABLE prepaid_reply (
  run_id VARCHAR(36) NOT NULL PRIMARY KEY,
  reply  CLOB NOT NULL,
  cipher_key VARCHAR(16) DEFAULT '' NOT NULL
);
