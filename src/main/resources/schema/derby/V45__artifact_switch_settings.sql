-- What a tenant's admins have turned off, one row each time; the newest counts.
CREATE TABLE artifact_switch_setting (
  id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant        VARCHAR(64) NOT NULL,
  read_off      BOOLEAN NOT NULL,
  repair_off    BOOLEAN NOT NULL,
  generate_only BOOLEAN NOT NULL,
  changed_by    VARCHAR(256) NOT NULL,
  reason        VARCHAR(500) NOT NULL,
  changed_at    TIMESTAMP NOT NULL
);
CREATE INDEX artifact_switch_setting_of ON artifact_switch_setting (tenant, id);
INSERT INTO artifact_switch_setting (tenant, read_off, repair_off, generate_only, changed_by, reason, changed_at)
  SELECT tenant, read_off, repair_off, generate_only, changed_by, reason, changed_at FROM artifact_switch;
DROP TABLE artifact_switch;
