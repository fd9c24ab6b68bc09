-- How an event's hash is reckoned, with which keys it is sealed and encrypted, and where a large payload rests.
-- What was written before keeps the first form.
ALTER TABLE event ADD COLUMN form SMALLINT NOT NULL DEFAULT 1;
ALTER TABLE event ADD COLUMN seal_key VARCHAR(16) NOT NULL DEFAULT '';
ALTER TABLE event ADD COLUMN cipher_key VARCHAR(16) NOT NULL DEFAULT '';
ALTER TABLE event ADD COLUMN blob VARCHAR(64) NOT NULL DEFAULT '';

-- Large payloads, by the hash of what rests here. One that was touched lately may be about to be referred to.
CREATE TABLE blob (
  tenant     VARCHAR(64) NOT NULL,
  address    VARCHAR(64) NOT NULL,
  content    CLOB NOT NULL,
  touched_at TIMESTAMP NOT NULL,
  PRIMARY KEY (tenant, address)
);
