-- What the run and its child runs have spent when a job last released it, so that a batch need not read its record for that.
ALTER TABLE run ADD COLUMN spent_usd DECIMAL(24, 9);
ALTER TABLE run ADD COLUMN spent_tokens BIGINT;

-- Agents over data sets: what is run, how far it may go, and how far it has come.
CREATE TABLE batch (
  id              UUID   NOT NULL PRIMARY KEY,
  tenant          VARCHAR(64)   NOT NULL,
  name            VARCHAR(64),
  agent           VARCHAR(64)   NOT NULL,
  agent_version   VARCHAR(64)   NOT NULL,
  workspace       VARCHAR(1024) NOT NULL,
  submitted_by    VARCHAR(256)  NOT NULL,
  submitter_role  VARCHAR(16),
  priority        INTEGER       NOT NULL,
  sample_of       INTEGER,
  concurrency     INTEGER       NOT NULL,
  limit_usd       DECIMAL(24, 9),
  limit_tokens    BIGINT,
  limit_failures  INTEGER,
  limit_ratio     DOUBLE PRECISION,
  status          VARCHAR(16)   NOT NULL,
  requested       VARCHAR(16),
  reason          VARCHAR(2000),
  items           INTEGER       NOT NULL,
  completed       INTEGER       NOT NULL,
  failed          INTEGER       NOT NULL,
  cancelled       INTEGER       NOT NULL,
  skipped         INTEGER       NOT NULL,
  usd             DECIMAL(24, 9) NOT NULL,
  tokens          BIGINT        NOT NULL,
  last_number     BIGINT        NOT NULL,
  owner           VARCHAR(512),
  lease_until     TIMESTAMP WITH TIME ZONE,
  epoch           BIGINT        NOT NULL,
  execution       BIGINT,
  due_at          TIMESTAMP WITH TIME ZONE,
  claimed_at      TIMESTAMP WITH TIME ZONE,
  ended_at_claim  INTEGER       NOT NULL,
  created_at      TIMESTAMP WITH TIME ZONE     NOT NULL,
  started_at      TIMESTAMP WITH TIME ZONE,
  ended_at        TIMESTAMP WITH TIME ZONE,
  updated_at      TIMESTAMP WITH TIME ZONE     NOT NULL
);
CREATE INDEX batch_newest ON batch (tenant, created_at, id);
CREATE INDEX batch_name ON batch (tenant, name);
CREATE INDEX batch_status ON batch (status, due_at);

-- The items of batches. An item that has ended has a number in the order of ends, and no input: the record of its run has it.
CREATE TABLE batch_item (
  batch_id       UUID  NOT NULL,
  item_number    INTEGER      NOT NULL,
  item_key       VARCHAR(256) NOT NULL,
  run_id         UUID  NOT NULL,
  run_input      TEXT,
  status         VARCHAR(16)  NOT NULL,
  usd            DECIMAL(24, 9) NOT NULL,
  tokens         BIGINT       NOT NULL,
  error_code     VARCHAR(64),
  ended_number   BIGINT,
  ended_sequence BIGINT,
  failed_at      BIGINT,
  ended_at       TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (batch_id, item_number)
);
CREATE INDEX batch_item_status ON batch_item (batch_id, status, item_number);
CREATE INDEX batch_item_ended ON batch_item (batch_id, ended_number);
CREATE INDEX batch_item_key ON batch_item (batch_id, item_key);
CREATE INDEX batch_item_run ON batch_item (run_id);

-- What people did with batches.
CREATE TABLE batch_act (
  batch_id   UUID   NOT NULL,
  act_number INTEGER       NOT NULL,
  act        VARCHAR(16)   NOT NULL,
  done_by    VARCHAR(256)  NOT NULL,
  reason     VARCHAR(8000) NOT NULL,
  done_at    TIMESTAMP WITH TIME ZONE     NOT NULL,
  PRIMARY KEY (batch_id, act_number)
);
