-- What admins have stopped, until they release it: the row is gone then, and the audit record has both. tenant '*' is all.
CREATE TABLE kill_switch (
  id     VARCHAR(36)   NOT NULL PRIMARY KEY,
  tenant VARCHAR(64)   NOT NULL,
  kind   VARCHAR(32)   NOT NULL,
  name   VARCHAR(128)  NOT NULL,
  set_by VARCHAR(256)  NOT NULL,
  reason VARCHAR(1000) NOT NULL,
  set_at TIMESTAMP NOT NULL
);
