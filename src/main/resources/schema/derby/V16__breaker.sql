-- Where breakers stand that have ever opened or been reset, for all servers. Of two states the higher version is the later one.
CREATE TABLE breaker (
  kind       VARCHAR(16)  NOT NULL,
  name       VARCHAR(256) NOT NULL,
  version    BIGINT       NOT NULL,
  failures   INTEGER      NOT NULL,
  open_since TIMESTAMP,
  open_until TIMESTAMP,
  probing    BOOLEAN      NOT NULL,
  because    VARCHAR(64),
  PRIMARY KEY (kind, name)
);
