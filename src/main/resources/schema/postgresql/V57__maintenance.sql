-- The servers that admins keep from working on runs, until they end it: the row is gone then, and the audit record has both. server '*' is all.
CREATE TABLE maintenance (
  id     UUID          NOT NULL PRIMARY KEY,
  server VARCHAR(512)  NOT NULL,
  set_by VARCHAR(256)  NOT NULL,
  reason VARCHAR(1000) NOT NULL,
  set_at TIMESTAMP WITH TIME ZONE NOT NULL
);
