-- Runs that were erased: none of them comes back by an import of an old file. Written once and never removed by the server.
CREATE TABLE tombstone (
  run_id    VARCHAR(36) NOT NULL PRIMARY KEY,
  tenant    VARCHAR(64) NOT NULL,
  erased_at TIMESTAMP   NOT NULL
);
INSERT INTO tombstone (run_id, tenant, erased_at)
  SELECT e.run_id, e.tenant, e.erased_at FROM erasure e WHERE NOT EXISTS (SELECT 1 FROM run r WHERE r.id = e.run_id);
