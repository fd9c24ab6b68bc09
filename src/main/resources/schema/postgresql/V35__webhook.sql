-- Where a tenant wants to be told what becomes of its runs. The events are names between spaces. The earlier secret signs as well until its end.
CREATE TABLE webhook (
  id             VARCHAR(36)   NOT NULL PRIMARY KEY,
  tenant         VARCHAR(64)   NOT NULL,
  url            VARCHAR(2000) NOT NULL,
  events         VARCHAR(1000) NOT NULL,
  enabled        BOOLEAN       NOT NULL,
  secret         VARCHAR(500)  NOT NULL,
  secret_key     VARCHAR(16)   NOT NULL,
  earlier_secret VARCHAR(500),
  earlier_key    VARCHAR(16),
  earlier_until  TIMESTAMP WITH TIME ZONE,
  revision       BIGINT        NOT NULL,
  made_by        VARCHAR(256)  NOT NULL,
  created_at     TIMESTAMP WITH TIME ZONE NOT NULL,
  updated_at     TIMESTAMP WITH TIME ZONE NOT NULL
);
CREATE INDEX webhook_tenant ON webhook (tenant, created_at);

-- Events that webhooks are to be told, inserted in the transaction that appends them. While a server delivers one, its due time is the end of that
-- server's lease; each claim raises its epoch.
CREATE TABLE webhook_delivery (
  webhook_id  VARCHAR(36)  NOT NULL,
  run_id      uuid         NOT NULL,
  sequence    BIGINT       NOT NULL,
  event       VARCHAR(64)  NOT NULL,
  happened_at TIMESTAMP WITH TIME ZONE NOT NULL,
  status      VARCHAR(16)  NOT NULL,
  attempts    INTEGER      NOT NULL,
  epoch       BIGINT       NOT NULL,
  due_at      TIMESTAMP WITH TIME ZONE NOT NULL,
  begun_at    TIMESTAMP WITH TIME ZONE,
  ended_at    TIMESTAMP WITH TIME ZONE,
  response    INTEGER,
  error       VARCHAR(500),
  PRIMARY KEY (webhook_id, run_id, sequence)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, status, due_at);
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, happened_at, run_id, sequence);
CREATE INDEX webhook_delivery_run ON webhook_delivery (run_id);
CREATE INDEX webhook_delivery_end ON webhook_delivery (ended_at);
