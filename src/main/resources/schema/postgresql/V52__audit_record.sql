-- Where the audit record of each tenant ends. Its entries are in the table event, under the id.
CREATE TABLE audit_record (
  id            UUID        NOT NULL PRIMARY KEY,
  tenant        VARCHAR(64) NOT NULL,
  last_sequence BIGINT      NOT NULL
);
