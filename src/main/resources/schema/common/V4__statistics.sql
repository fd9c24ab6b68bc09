-- Failed runs with the same group failed for the same reason: their messages differ in numbers and ids alone.
ALTER TABLE run ADD COLUMN failure_group VARCHAR(16);

-- What each server tells of itself with its heartbeats: its version, how many runs it takes at once, and what part of its
-- processors it uses, in percent.
ALTER TABLE server_start ADD COLUMN version VARCHAR(64);
ALTER TABLE server_start ADD COLUMN places INTEGER;
ALTER TABLE server_start ADD COLUMN processor_load INTEGER;

-- What runs did, by time: sums of what servers have counted. Rows are only added to, so servers need not know each other.
CREATE TABLE statistic (
  tenant        VARCHAR(64) NOT NULL,
  span          VARCHAR(8) NOT NULL, -- the length of the time: MINUTES, which is five, or HOUR
  starts_at     ${timestamp} NOT NULL,
  subject       VARCHAR(16) NOT NULL, -- ALL, AGENT, MODEL, USER, FAILURE (by its code) or DURATION (by its class)
  name          VARCHAR(330) NOT NULL, -- of the subject
  submitted     BIGINT NOT NULL,
  completed     BIGINT NOT NULL,
  failed        BIGINT NOT NULL, -- dead letters too
  cancelled     BIGINT NOT NULL,
  model_calls   BIGINT NOT NULL,
  input_tokens  BIGINT NOT NULL,
  output_tokens BIGINT NOT NULL,
  cached_tokens BIGINT NOT NULL, -- those of the input that came from the provider's cache
  usd           DECIMAL(24, 9) NOT NULL,
  saved_usd     DECIMAL(24, 9) NOT NULL, -- what these tokens would have cost more without a cache
  PRIMARY KEY (tenant, span, subject, starts_at, name)
);
