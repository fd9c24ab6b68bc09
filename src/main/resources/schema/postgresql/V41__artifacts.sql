-- Tools that agents write, one method a row. A document that cannot be read is moved to corrupt_document, and corrupt says why.
CREATE TABLE artifact (
  tenant           VARCHAR(64) NOT NULL,
  role_name        VARCHAR(64) NOT NULL,
  method           VARCHAR(64) NOT NULL,
  revision         BIGINT NOT NULL,
  stage            VARCHAR(16) NOT NULL,
  document         TEXT,
  corrupt          VARCHAR(500),
  corrupt_document TEXT,
  updated_at       TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (tenant, role_name, method)
);
