-- The few things that must be claimed or listed; everything else about a run is in its journal.
CREATE TABLE run (
  id               VARCHAR(36)   NOT NULL PRIMARY KEY,
  tenant           VARCHAR(64)   NOT NULL,
  agent            VARCHAR(64)   NOT NULL,
  agent_version    VARCHAR(64)   NOT NULL,
  workspace        VARCHAR(1024) NOT NULL,
  submitted_by     VARCHAR(256)  NOT NULL,
  status           VARCHAR(16)   NOT NULL,
  waiting_for      VARCHAR(32),
  epoch            BIGINT        NOT NULL,
  owner            VARCHAR(512),
  lease_until      TIMESTAMP,
  execution        BIGINT,
  last_sequence    BIGINT        NOT NULL,
  cancelled_by     VARCHAR(256),
  cancel_reason    VARCHAR(1024),
  created_at       TIMESTAMP NOT NULL,
  updated_at       TIMESTAMP NOT NULL
);
CREATE INDEX run_queue ON run (status, updated_at);
-- Without the id: an index that has both tenant and id is what Derby scans for a run's tenant, past
-- rows that other appends hold locked, and two appends that do so wait for each other.
CREATE INDEX run_list ON run (tenant, created_at);

-- One row an event, written once. Readers verify the chain of hashes.
CREATE TABLE event (
  run_id    VARCHAR(36) NOT NULL REFERENCES run (id),
  sequence  BIGINT      NOT NULL,
  tenant    VARCHAR(64) NOT NULL,
  epoch     BIGINT      NOT NULL,
  type      VARCHAR(32) NOT NULL,
  version   INTEGER     NOT NULL,
  recorded_at TIMESTAMP NOT NULL,
  payload   CLOB NOT NULL,
  hash      VARCHAR(64) NOT NULL,
  PRIMARY KEY (run_id, sequence)
);

-- The versions of agents that runs keep, by the hash of their content.
CREATE TABLE agent (
  tenant     VARCHAR(64) NOT NULL,
  version    VARCHAR(64) NOT NULL,
  name       VARCHAR(64) NOT NULL,
  document   CLOB NOT NULL,
  PRIMARY KEY (tenant, version)
);
