-- Requests with an Idempotency-Key: one that is repeated gets the response of the first. Without a status, it is under way
-- on the server start claimed_by, or was lost with it. The resource that it creates has created_id, whichever server creates it.
CREATE TABLE idempotency_key (
  id            CHAR(64)     NOT NULL PRIMARY KEY,
  tenant        VARCHAR(64)  NOT NULL,
  fingerprint   CHAR(64)     NOT NULL,
  created_id    UUID         NOT NULL,
  claimed_by    VARCHAR(512) NOT NULL,
  claimed_until TIMESTAMP WITH TIME ZONE NOT NULL,
  status        INTEGER,
  location      VARCHAR(4000),
  cipher_key    VARCHAR(16),
  body          TEXT,
  expires_at    TIMESTAMP WITH TIME ZONE NOT NULL
);
CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at);

-- The run that further submissions with the same key find, within a time.
CREATE TABLE dedupe_key (
  tenant     VARCHAR(64)  NOT NULL,
  agent      VARCHAR(64)  NOT NULL,
  dedupe_key VARCHAR(256) NOT NULL,
  run_id     UUID         NOT NULL,
  expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (tenant, agent, dedupe_key)
);
CREATE INDEX dedupe_key_expiry ON dedupe_key (expires_at);
