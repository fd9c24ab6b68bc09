-- What agents are told of a generated tool, beside its document, so that nothing has to read the documents of all tools.
ALTER TABLE artifact ADD COLUMN purpose VARCHAR(2000);
ALTER TABLE artifact ADD COLUMN successes BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE artifact ADD COLUMN code_failures BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE artifact ADD COLUMN idle_since TIMESTAMP WITH TIME ZONE;

-- What a tenant's admins have turned off.
CREATE TABLE artifact_switch (
  tenant        VARCHAR(64) NOT NULL PRIMARY KEY,
  read_off      BOOLEAN NOT NULL,
  repair_off    BOOLEAN NOT NULL,
  generate_only BOOLEAN NOT NULL,
  changed_by    VARCHAR(256) NOT NULL,
  reason        VARCHAR(500) NOT NULL,
  changed_at    TIMESTAMP WITH TIME ZONE NOT NULL
);
