-- The seal of a document: the id of the key, a colon, and the HMAC of key and document in hexadecimal. Absent without sealing keys.
ALTER TABLE artifact ADD COLUMN seal VARCHAR(96);

-- What people have decided about generated tools, with the document before, so that each decision can be undone.
CREATE TABLE artifact_change (
  id         CHAR(36) NOT NULL PRIMARY KEY,
  tenant     VARCHAR(64) NOT NULL,
  role_name  VARCHAR(64) NOT NULL,
  method     VARCHAR(64) NOT NULL,
  action     VARCHAR(32) NOT NULL,
  changed_by VARCHAR(256) NOT NULL,
  reason     VARCHAR(500) NOT NULL,
  changed_at TIMESTAMP WITH TIME ZONE NOT NULL,
  document   TEXT
);
CREATE INDEX artifact_change_of ON artifact_change (tenant, role_name, method, changed_at);

-- How calls of generated tools ended, by day.
CREATE TABLE artifact_day (
  tenant    VARCHAR(64) NOT NULL,
  role_name VARCHAR(64) NOT NULL,
  method    VARCHAR(64) NOT NULL,
  call_date DATE NOT NULL,
  successes BIGINT NOT NULL,
  intrinsic BIGINT NOT NULL,
  adaptive  BIGINT NOT NULL,
  extrinsic BIGINT NOT NULL,
  PRIMARY KEY (tenant, role_name, method, call_date)
);
