-- Acts on many runs: what is done, and how far it has come.
CREATE TABLE bulk_operation (
  id             VARCHAR(36) NOT NULL PRIMARY KEY,
  tenant         VARCHAR(64)   NOT NULL,
  act            VARCHAR(16)   NOT NULL,
  run_filter     VARCHAR(16000) NOT NULL,
  reason         VARCHAR(8000),
  requested_by   VARCHAR(256)  NOT NULL,
  requester_role VARCHAR(16),
  status         VARCHAR(16)   NOT NULL,
  total          INTEGER       NOT NULL,
  succeeded      INTEGER       NOT NULL,
  failed         INTEGER       NOT NULL,
  owner          VARCHAR(512),
  lease_until    TIMESTAMP,
  epoch          BIGINT        NOT NULL,
  created_at     TIMESTAMP NOT NULL,
  started_at     TIMESTAMP,
  ended_at       TIMESTAMP
);
CREATE INDEX bulk_operation_newest ON bulk_operation (tenant, created_at, id);
CREATE INDEX bulk_operation_status ON bulk_operation (status, created_at);

-- The receipt: the runs of an operation, as they were seen when they were selected, and what has become of them.
CREATE TABLE bulk_item (
  bulk_id       VARCHAR(36) NOT NULL,
  item_number   INTEGER       NOT NULL,
  run_id        VARCHAR(36) NOT NULL,
  seen_epoch    BIGINT,
  seen_sequence BIGINT,
  status        VARCHAR(16)   NOT NULL,
  error_code    VARCHAR(64),
  error_detail  VARCHAR(2000),
  PRIMARY KEY (bulk_id, item_number)
);
CREATE INDEX bulk_item_status ON bulk_item (bulk_id, status, item_number);
