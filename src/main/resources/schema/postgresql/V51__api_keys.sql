-- Keys by which programs log in. hash is the SHA-256 of the secret, roles are names separated by commas.
CREATE TABLE api_key (
  id           UUID         NOT NULL PRIMARY KEY,
  tenant       VARCHAR(64)  NOT NULL,
  name         VARCHAR(64)  NOT NULL,
  roles        VARCHAR(128) NOT NULL,
  hash         CHAR(64)     NOT NULL,
  created_by   VARCHAR(256) NOT NULL,
  created_at   TIMESTAMP WITH TIME ZONE NOT NULL,
  expires_at   TIMESTAMP WITH TIME ZONE NOT NULL,
  revoked_by   VARCHAR(256),
  revoked_at   TIMESTAMP WITH TIME ZONE,
  last_used_at TIMESTAMP WITH TIME ZONE
);
CREATE INDEX api_key_tenant ON api_key (tenant, created_at);
