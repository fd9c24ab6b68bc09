-- Random secrets that every server on this database shares, each made once, by the first server that needs it.
CREATE TABLE secret (
  name  VARCHAR(64) NOT NULL PRIMARY KEY,
  value VARCHAR(64) NOT NULL
);
