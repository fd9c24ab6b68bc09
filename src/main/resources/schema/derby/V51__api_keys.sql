-- Keys by which programs log in. hash is the SHA-256 of the secret, roles are names separated by commas.
CREATE TABLE api_key (
  id           VARCHAR(36)  NOT NULL PRIMARY KEY,
  tenant       VARCHAR(64)  NOT NULL,
  name         VARCHAR(64)  NOT NULL,
  roles        VARCHAR(128) NOT NULL,
  hash         CHAR(64)     NOT NULL,
  created_by   VARCHAR(256) NOT NULL,
  created_at   TIMESTAMP NOT NULL,
  expires_at   TIMESTAMP NOT NULL,
  revoked_by   VARCHAR(256),
  revoked_at   TIMESTAMP,
  last_used_at TIMESTAMP
);
CREATE INDEX api_key_tenant ON api_key (tenant, created_at);
