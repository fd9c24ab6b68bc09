-- Tools that agents write, one method a row. A document that cannot be read is moved to corrupt_document, and corrupt says why.
CREATE TABLE artifact (
  tenant           VARCHAR(64) NOT NULL,
  role_name        VARCHAR(64) NOT NULL,
  method           VARCHAR(64) NOT NULL,
  revision         BIGINT NOT NULL,
  stage            VARCHAR(16) NOT NULL,
  document         CLOB,
  corrupt          VARCHAR(500),
  corrupt_document CLOB,
  updated_at       TIMESTAMP NOT NULL,
  PRIMARY KEY (tenant, role_name, method)
);
