-- The reply to the one model call of a run that a batch of its provider gave before the run began. Encrypted where records are.
CREATE TABLE prepaid_reply (
  run_id VARCHAR(36) NOT NULL PRIMARY KEY,
  reply  CLOB NOT NULL,
  cipher_key VARCHAR(16) DEFAULT '' NOT NULL
);

-- How the items of a batch get their replies. A held item has no run yet: a batch of the provider answers it before.
ALTER TABLE batch ADD COLUMN run_mode VARCHAR(16) DEFAULT 'RUNS' NOT NULL;
ALTER TABLE batch_item ADD COLUMN held SMALLINT DEFAULT 0 NOT NULL;
ALTER TABLE batch_item ADD COLUMN submission VARCHAR(36);
ALTER TABLE batch_item ADD COLUMN request_number INTEGER;
CREATE INDEX batch_item_submission ON batch_item (submission, request_number);

-- Batches of providers. A row exists before the provider is asked, so that a lost answer never leads to a second submission.
CREATE TABLE provider_batch (
  id           VARCHAR(36)  NOT NULL PRIMARY KEY,
  batch_id     VARCHAR(36)  NOT NULL,
  provider     VARCHAR(64)  NOT NULL,
  provider_id  VARCHAR(256),
  requests     INTEGER      NOT NULL,
  state        VARCHAR(16)  NOT NULL,
  intended_at  TIMESTAMP NOT NULL,
  submitted_at TIMESTAMP,
  due_at       TIMESTAMP NOT NULL
);
CREATE INDEX provider_batch_batch ON provider_batch (batch_id, state);
CREATE INDEX provider_batch_state ON provider_batch (state, due_at);
