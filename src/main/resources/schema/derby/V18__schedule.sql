-- Agents' runs that the clock starts: what is started, when, by which policies, and how far it has come.
CREATE TABLE schedule (
  id               VARCHAR(36)   NOT NULL PRIMARY KEY,
  tenant           VARCHAR(64)   NOT NULL,
  name             VARCHAR(64)   NOT NULL,
  agent            VARCHAR(64)   NOT NULL,
  workspace        VARCHAR(1024) NOT NULL,
  run_input        CLOB NOT NULL,
  payload          CLOB NOT NULL,
  cron             VARCHAR(256),
  zone             VARCHAR(64),
  every_seconds    BIGINT,
  begins_at        TIMESTAMP,
  cooldown_seconds BIGINT        NOT NULL,
  overlap          VARCHAR(16)   NOT NULL,
  missed           VARCHAR(16)   NOT NULL,
  grace_seconds    BIGINT        NOT NULL,
  spread_seconds   BIGINT        NOT NULL,
  max_active       INTEGER       NOT NULL,
  max_attempts     INTEGER       NOT NULL,
  retry_seconds    BIGINT        NOT NULL,
  priority         INTEGER       NOT NULL,
  status           VARCHAR(16)   NOT NULL,
  revision         BIGINT        NOT NULL,
  next_at          TIMESTAMP,
  resumed_at       TIMESTAMP,
  started_at       TIMESTAMP,
  cool_until       TIMESTAMP,
  attempts         INTEGER       NOT NULL,
  error            VARCHAR(2000),
  made_by          VARCHAR(256)  NOT NULL,
  created_at       TIMESTAMP NOT NULL,
  updated_at       TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX schedule_name ON schedule (tenant, name);
CREATE INDEX schedule_due ON schedule (status, next_at);

-- What became of each due time. The run of a firing has its id. A row may account for many due times that were passed over.
CREATE TABLE firing (
  id          VARCHAR(36)  NOT NULL PRIMARY KEY,
  schedule_id VARCHAR(36)  NOT NULL,
  tenant      VARCHAR(64)  NOT NULL,
  agent       VARCHAR(64)  NOT NULL,
  due_at      TIMESTAMP NOT NULL,
  until_at    TIMESTAMP NOT NULL,
  dues        INTEGER      NOT NULL,
  source      VARCHAR(16)  NOT NULL,
  status      VARCHAR(16)  NOT NULL,
  reason      VARCHAR(32),
  attempts    INTEGER      NOT NULL,
  not_before  TIMESTAMP NOT NULL,
  owner       VARCHAR(512),
  lease_until TIMESTAMP,
  started_at  TIMESTAMP,
  ended_at    TIMESTAMP,
  error       VARCHAR(2000)
);
CREATE INDEX firing_pending ON firing (status, not_before);
CREATE INDEX firing_schedule ON firing (schedule_id, due_at);

-- Who gives out slots locks its one row, so that two do not give out the same.
CREATE TABLE schedule_gate (
  id   INTEGER NOT NULL PRIMARY KEY,
  turn BIGINT  NOT NULL
);
INSERT INTO schedule_gate (id, turn) VALUES (1, 0);
