-- What an agent noted, for all its runs in a tenant. Who writes locks the book's one row; its turn counts the writes.
CREATE TABLE note_book (
  tenant VARCHAR(64) NOT NULL,
  agent  VARCHAR(64) NOT NULL,
  turn   BIGINT      NOT NULL,
  PRIMARY KEY (tenant, agent)
);

CREATE TABLE note (
  tenant     VARCHAR(64)  NOT NULL,
  agent      VARCHAR(64)  NOT NULL,
  note_key   VARCHAR(200) NOT NULL,
  tags       VARCHAR(500) NOT NULL,
  text       TEXT NOT NULL,
  bytes      INTEGER      NOT NULL,
  turn       BIGINT       NOT NULL,
  written_at TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (tenant, agent, note_key)
);

-- The calls that took effect, so that one which is repeated behind a crash does not undo what came later.
CREATE TABLE note_call (
  tenant  VARCHAR(64) NOT NULL,
  agent   VARCHAR(64) NOT NULL,
  id      VARCHAR(36) NOT NULL,
  made_at TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (tenant, agent, id)
);
CREATE INDEX note_call_made ON note_call (tenant, agent, made_at);
